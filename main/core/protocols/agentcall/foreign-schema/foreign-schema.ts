import { OBSERVATION_SCHEMA_ID } from "../../../../../schemas/agentcall/observation-id.ts";
import type { Finding } from "../../../../../schemas/timeline.ts";
import { createFormModel } from "../../../forms/form-model.ts";
import { brokenJson } from "../../../json/frame-findings.ts";
import { parseJson } from "../../../json/parse.ts";
import { schemaComplaint } from "../../../schema/compile.ts";
import type { Validator } from "../../../schema/document.ts";
import { createForeignValidator } from "../../../schema/foreign.ts";
import { isObject } from "../../../schema/json-schema.ts";
import type { ForeignLoading } from "../../observation-schemas.ts";
import { CLIENT_SCHEMA, DEFINITION_OF } from "../client-schema.ts";
import { refuseSchema } from "./refuse-schema.ts";

/** Values every schema must be able to judge; one that fails at that would fail while somebody writes. */
const PROBES: readonly unknown[] = [{}, [], "x", 0, null, { modality: "nfc", uid: "04" }, { modality: "photo", source: { type: "data" } }];

/**
 * Takes the text of a schema nobody here wrote and makes it ready to check and draw observations. Never throws.
 * It may take long or for ever where a schema was made to do that: run it where it can be stopped.
 */
export function loadObservationSchema(text: string): ForeignLoading {
	const parsed = parseJson(text);
	if (!parsed.ok) return refused("", brokenJson(parsed, text), "Mend the file.");
	const schema = parsed.value;
	if (!isObject(schema)) return refused("", "The file is JSON, but no schema: a schema is an object.", "Give the schema's own file.");
	const refusal = refuseSchema(schema, OBSERVATION_SCHEMA_ID);
	if (refusal) return { ok: false, refusal };
	const complaint = schemaComplaint(schema);
	if (complaint) return refused(complaint.pointer, `It is no valid schema: ${complaint.message}.`, "Mend the schema at that place.");
	const validate = createForeignValidator({ ...schema, $id: OBSERVATION_SCHEMA_ID }, {}, { ownMembersOnly: true });
	for (const probe of PROBES) {
		const unusable = validate(probe).find(({ code }) => code === "schema.unusable");
		if (unusable) return refused("", unusable.message, "Mend the schema; the stand-in stays in force until then.");
	}
	return {
		ok: true,
		title: typeof schema.title === "string" ? schema.title : null,
		form: createFormModel(CLIENT_SCHEMA, { [OBSERVATION_SCHEMA_ID]: schema }, `#/$defs/${DEFINITION_OF["user.observation"]}`),
		sample: sampleOf(schema, validate),
		check: (messageText) => checkObservation(messageText, validate),
	};
}

function sampleOf(schema: Record<string, unknown>, validate: Validator): unknown {
	const examples = Array.isArray(schema.examples) ? schema.examples : [];
	return [...examples, schema.default].find((each) => each !== undefined && validate(each).length === 0);
}

function checkObservation(messageText: string, validate: Validator): Finding[] {
	const parsed = parseJson(messageText);
	if (!parsed.ok || !isObject(parsed.value)) return [];
	const message = parsed.value;
	if (message.type !== "user.observation" || !Object.hasOwn(message, "observation")) return [];
	return validate(message.observation).map((finding) => ({ ...finding, path: `/observation${finding.path}` }));
}

function refused(pointer: string, message: string, wayOn: string): ForeignLoading {
	return { ok: false, refusal: { pointer, message, wayOn } };
}
