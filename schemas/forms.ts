import type { ProtocolName } from "./protocols.ts";

/**
 * A schema turned into fields, JSON-safe, made by main/core/forms/form-model.ts. The window draws it and never sees a schema.
 * Lengths are in Unicode code points, as JSON Schema counts them.
 */
export type FieldModel = FieldBase & FieldShape;

interface FieldBase {
	/** Member name within its object; `""` at the root and for list items. */
	name: string;
	label: string;
	required: boolean;
	/** What it is for, one sentence. */
	help?: string;
}

/** `nextAudioTurn`: what `audio.turn.start` takes. `openAudioTurn`: what commit and cancel repeat; nothing while no audio turn is open. */
export type AutoNumber = "nextTurn" | "nextAudioTurn" | "openAudioTurn" | "cursor";

export type FieldShape =
	| { kind: "text"; minLength?: number; maxLength?: number; pattern?: string; format?: string; multiline: boolean }
	| {
			kind: "integer" | "number";
			minimum?: number;
			maximum?: number /** Filled in by the console unless edited. */;
			auto?: AutoNumber;
	  }
	| { kind: "boolean" }
	| { kind: "choice"; options: (string | number | boolean | null)[] }
	| { kind: "const"; value: string | number | boolean | null }
	| { kind: "object"; fields: FieldModel[] /** Unknown members are allowed; they are kept and edited as JSON. */; open: boolean }
	| { kind: "list"; item: FieldModel; minItems?: number; maxItems?: number; uniqueItems: boolean }
	/** Branches told apart by `discriminator` (a const member of each), or by hand when it is null. */
	| { kind: "union"; discriminator: string | null; branches: { label: string; field: FieldModel }[] }
	/** No faithful widget: a JSON editor, and why. */
	| { kind: "json"; why: string };

export interface MessageForm {
	/** The message's `type`. */
	type: string;
	title: string;
	/** What sending it does, one sentence. */
	about: string;
	/** `turn`: takes the next turn; `control`: changes the session; `ack`: normally sent by the console itself. */
	role: "turn" | "control" | "audio" | "ack";
	form: FieldModel;
	/**
	 * A valid message to start from; `turn` and `sequence` are placeholders the console fills. With `schemaFile` it has an observation only where
	 * that schema gives an example.
	 */
	sample: Record<string, unknown>;
	/** Set when the form rests on a schema that is not public; shown beside it. */
	standIn?: string;
	/** Set when a file of the profile's `schemas` folder has taken the stand-in's place. */
	schemaFile?: { file: string; id: string };
}

export interface MessageCatalogue {
	protocol: ProtocolName;
	messages: MessageForm[];
}
