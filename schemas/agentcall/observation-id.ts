/** `$id` by which a file is known to be that schema, whatever its name. */
export const OBSERVATION_SCHEMA_ID = "https://agentcall.smartycode.com/schemas/agentcall-physical-observation-0.1.schema.json";
