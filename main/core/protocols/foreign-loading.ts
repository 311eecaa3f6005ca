/**
 * For the thread that tries a schema nobody here wrote, and for it alone: this brings the compiler of schemas along, which the doors leave out.
 */
export { loadObservationSchema } from "./agentcall/foreign-schema/foreign-schema.ts";
