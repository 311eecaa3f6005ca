/** What main and the thread of one schema say to each other. */
import type { MessagePort } from "node:worker_threads";
import type { FieldModel } from "../../../schemas/forms.ts";
import type { SchemaProblem } from "../../../schemas/observation-schema.ts";
import type { Finding } from "../../../schemas/timeline.ts";

export interface SchemaJob {
	text: string;
	/** Questions come here: numbered texts of messages. */
	questions: MessagePort;
	/** Number of the last question that was answered; main waits on it. */
	answered: SharedArrayBuffer;
}

export interface SchemaQuestion {
	number: number;
	text: string;
}

export interface SchemaAnswer {
	number: number;
	findings: Finding[];
}

export type SchemaOutcome =
	| { kind: "ready"; title: string | null; form: FieldModel; sample: unknown }
	| { kind: "refused"; refusal: Omit<SchemaProblem, "file"> };
