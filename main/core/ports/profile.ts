/** What else lies in the profile: the kiosk's messages, schemas. */
import type { FieldModel } from "../../../schemas/forms.ts";
import type { KioskMessageFile } from "../../../schemas/kiosk.ts";
import type { SchemaProblem } from "../../../schemas/observation-schema.ts";
import type { Finding } from "../../../schemas/timeline.ts";

/** What lies in the profile for kiosks. */
export interface KioskFiles {
	messages(): Promise<KioskMessageFile[]>;
}

/** A file of the profile's `schemas` folder; `problem` when its text could not be had. */
export type SchemaFile = { file: string; text: string; sha256: string } | { file: string; problem: Omit<SchemaProblem, "file"> };

/** A schema of that folder, compiled and at work where it can harm nothing but itself. */
export interface RunningSchema {
	title: string | null;
	/** Form of the whole `user.observation`. */
	form: FieldModel;
	sample: unknown;
	/**
	 * Findings about the observation in the text of a message; none for other messages. Null when it did not answer in time or has ended; then
	 * it never answers again. Waits for the answer, for a bounded time.
	 */
	check(messageText: string): Finding[] | null;
	stop(): void;
}

export interface ProfileSchemas {
	/** The folder itself. */
	folder: string;
	/** At most MAX_SCHEMA_FILES files that end in .json, by name. Never rejects; a folder that is not there has none. */
	files(): Promise<SchemaFile[]>;
	/** Something in the folder changed. Where the system cannot tell, it is never called. */
	onChanged(listener: () => void): () => void;
	/** Ends for every text: a schema that takes too long or too much memory is refused. Never rejects. */
	load(text: string): Promise<{ ok: true; schema: RunningSchema } | { ok: false; refusal: Omit<SchemaProblem, "file"> }>;
	close(): void;
}
