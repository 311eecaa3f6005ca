/** What the client under test and its peer speak. */
export const SPOKEN = "agentcall";
