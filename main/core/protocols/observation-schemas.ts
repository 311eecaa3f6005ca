import type { FieldModel, MessageForm } from "../../../schemas/forms.ts";
import type { SchemaStatus } from "../../../schemas/observation-schema.ts";
import type { Finding } from "../../../schemas/timeline.ts";
import type { Ports } from "../ports.ts";

/** What a protocol offers whose unpublished part may be read by a schema that is dropped into the profile. */
export interface ObservationSchemas {
	/** `changed` is called when the status is another one. */
	desk(ports: Pick<Ports, "schemas" | "clock" | "log">, changed: (status: SchemaStatus) => void): SchemaDesk;
}

export interface SchemaRefusal {
	/** JSON Pointer into the file. */
	pointer: string;
	message: string;
	wayOn: string;
}

export interface SchemaDesk {
	status(): SchemaStatus;
	/** Reads the folder again. One reading at a time; who asks meanwhile gets the result of one that began after. */
	read(): Promise<SchemaStatus>;
	/** What the schema in force says about the observation in a message; undefined: the stand-in is to be asked. */
	findings(messageText: string): Finding[] | undefined;
	/** The forms of the messages, with that of the observation drawn from the schema in force. */
	catalogue(messages: MessageForm[]): MessageForm[];
	dispose(): void;
}

export type ForeignLoading =
	| {
			ok: true;
			title: string | null;
			/** Form of the whole `user.observation`. */
			form: FieldModel;
			/** An observation the schema gives as an example and accepts. */
			sample: unknown;
			/** Findings about the observation in the text of a message; paths begin with `/observation`. None for other messages. */
			check(messageText: string): Finding[];
	  }
	| { ok: false; refusal: SchemaRefusal };

/** Where no protocol has such a part. */
export const NO_SCHEMAS: ObservationSchemas = {
	desk({ schemas }) {
		const status = (): SchemaStatus => ({
			folder: schemas.folder,
			observation: { kind: "standIn" },
			problems: [],
			others: [],
			readAtMs: null,
		});
		return {
			status,
			read: async () => status(),
			findings: () => undefined,
			catalogue: (messages) => messages,
			dispose: () => schemas.close(),
		};
	},
};
