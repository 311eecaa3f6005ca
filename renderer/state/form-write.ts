import type { AutoNumber, FieldModel } from "../../schemas/forms.ts";
import { isBeyondExact, isJsonNumber } from "../../schemas/rules/digits.ts";
import { pointerToken } from "../../schemas/rules/json-pointer.ts";
import type { AutoValues, FormValue } from "./form-value.ts";
import { readJson } from "./json-text.ts";

/** What an auto field is written as now; `""` when there is nothing to write, and the member is left out. */
export function autoNumber(auto: AutoNumber, values: AutoValues): string {
	switch (auto) {
		case "nextTurn":
			return String(values.nextTurn);
		case "nextAudioTurn":
			return String(values.nextAudioTurn ?? values.nextTurn);
		case "openAudioTurn":
			return String(values.openAudioTurn ?? "");
		case "cursor":
			return String(values.cursor);
	}
}

/**
 * The exact text of a filled-in form, on one line. Optional empty members are left out. Numbers are written digit for digit as typed;
 * what is no number yet is written as a string, so that the check names it and nothing typed is lost. A JSON part goes in as it is.
 */
export function writeForm(model: FieldModel, value: FormValue, auto: AutoValues): string {
	return write(model, value, auto) ?? "";
}

/** Null: nothing to write, the member is left out. */
function write(model: FieldModel, value: FormValue, auto: AutoValues): string | null {
	switch (value.kind) {
		case "absent":
			return null;
		case "text":
			return value.text === "" && !model.required && !value.explicit ? null : JSON.stringify(value.text);
		case "number": {
			if (value.auto && (model.kind === "integer" || model.kind === "number") && model.auto) return autoNumber(model.auto, auto) || null;
			if (value.text === "") return null;
			return isJsonNumber(value.text) ? value.text : JSON.stringify(value.text);
		}
		case "boolean":
			return String(value.value);
		case "choice":
			return model.kind === "choice" && value.option >= 0 ? JSON.stringify(model.options[value.option]) : null;
		case "const":
			return model.kind === "const" ? JSON.stringify(model.value) : null;
		case "object": {
			const fields = model.kind === "object" ? model.fields : [];
			const parts: string[] = [];
			for (const field of fields) {
				const part = write(field, value.members[field.name] ?? { kind: "absent" }, auto);
				if (part !== null) parts.push(`${JSON.stringify(field.name)}:${part}`);
			}
			for (const extra of value.extra) parts.push(`${JSON.stringify(extra.name)}:${extra.json}`);
			return parts.length === 0 && !model.required && !value.explicit ? null : `{${parts.join(",")}}`;
		}
		case "list": {
			const item = model.kind === "list" ? { ...model.item, required: true } : model;
			if (value.items.length === 0 && !model.required && !value.explicit) return null;
			return `[${value.items.map((entry) => write(item, entry.value, auto) ?? "null").join(",")}]`;
		}
		case "union": {
			const branch = model.kind === "union" ? model.branches[value.branch]?.field : undefined;
			return branch ? write({ ...branch, required: model.required }, value.value, auto) : null;
		}
		case "json":
			return value.text.trim() === "" ? null : value.text;
	}
}

/** Something the form itself refuses, before any check: where, and one sentence. */
export interface FormProblem {
	path: string;
	message: string;
}

export function formProblems(model: FieldModel, value: FormValue, path = ""): FormProblem[] {
	switch (value.kind) {
		case "number":
			return value.auto || value.locked ? [] : numberProblem(model, value.text, path);
		case "json":
			return jsonProblem(value.text, path);
		case "object": {
			const fields = model.kind === "object" ? model.fields : [];
			return [
				...fields.flatMap((field) => {
					const member = value.members[field.name];
					return member ? formProblems(field, member, `${path}/${pointerToken(field.name)}`) : [];
				}),
				...value.extra.flatMap((extra) => extraProblem(value.extra, fields, extra, path)),
			];
		}
		case "list":
			return model.kind === "list" ? value.items.flatMap((item, at) => formProblems(model.item, item.value, `${path}/${at}`)) : [];
		case "union": {
			const branch = model.kind === "union" ? model.branches[value.branch]?.field : undefined;
			return branch ? formProblems(branch, value.value, path) : [];
		}
		default:
			return [];
	}
}

function numberProblem(model: FieldModel, text: string, path: string): FormProblem[] {
	if (text === "") return [];
	if (!isJsonNumber(text)) {
		return [{ path, message: `${JSON.stringify(text)} is not a number. Digits only, without spaces or leading zeros.` }];
	}
	if (isBeyondExact(text)) {
		return [{ path, message: "Beyond 9007199254740991 a reader may round it. Edit it under JSON, where every digit stays." }];
	}
	if (model.kind === "integer" && !Number.isInteger(Number(text))) return [{ path, message: `${text} is not a whole number.` }];
	return [];
}

function jsonProblem(text: string, path: string): FormProblem[] {
	if (text.trim() === "") return [];
	const reading = readJson(text);
	return reading.ok ? [] : [{ path, message: `Not JSON at character ${reading.at + 1}: ${reading.message}` }];
}

function extraProblem(all: { name: string }[], fields: FieldModel[], extra: { name: string; json: string }, path: string): FormProblem[] {
	const at = `${path}/${pointerToken(extra.name)}`;
	const twice = fields.some((field) => field.name === extra.name) || all.filter((other) => other.name === extra.name).length > 1;
	if (twice) return [{ path: at, message: `The member ${JSON.stringify(extra.name)} is there twice. Rename or remove one.` }];
	return extra.json.trim() === "" ? [{ path: at, message: "A member needs a value. Text goes in quotes." }] : jsonProblem(extra.json, at);
}
