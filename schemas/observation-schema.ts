/** The schema of `user.observation` is not public. Ours is a stand-in; a file in the profile's `schemas` folder takes its place. */

/** Larger files are not read, bytes. */
export const MAX_SCHEMA_BYTES = 512 * 1024;
/** Files of the folder that are looked at. */
export const MAX_SCHEMA_FILES = 32;

/** Which schema checks and draws observations. */
export type ObservationSchema =
	| { kind: "standIn" }
	| { kind: "file"; file: string; id: string; title: string | null /** Of the file's bytes, lower-case hex. */; sha256: string };

export interface SchemaProblem {
	file: string;
	/** JSON Pointer into the file; `""` is all of it. */
	pointer: string;
	/** What is wrong, one sentence. */
	message: string;
	/** What to do about it, one sentence. */
	wayOn: string;
}

export interface SchemaStatus {
	/** Where files are dropped. */
	folder: string;
	observation: ObservationSchema;
	/** Why a file there is not in force; the stand-in is then. */
	problems: SchemaProblem[];
	/** Files that are other schemas. */
	others: { file: string; id: string | null }[];
	/** Null before the folder was read for the first time. */
	readAtMs: number | null;
}
