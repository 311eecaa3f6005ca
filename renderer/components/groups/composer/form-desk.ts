import { createContext, useContext } from "react";
import type { TemplateKind } from "../../../../schemas/templates.ts";
import type { Finding } from "../../../../schemas/timeline.ts";
import type { AutoValues, FormValue } from "../../../state/form-value.ts";
import { changeAt } from "../../../state/form-value.ts";
import type { FieldNote } from "../../elements/Field.tsx";

export type FieldPath = readonly (string | number)[];

/** What every field of one form shares. */
export interface FormDesk {
	value: FormValue;
	onChange: (value: FormValue) => void;
	findings: readonly Finding[];
	auto: AutoValues;
	/** Parts whose values can be kept by name, by JSON Pointer. */
	templates: Readonly<Record<string, TemplateKind>>;
}

export const FormDeskContext = createContext<FormDesk | null>(null);

function useDesk(): FormDesk {
	const desk = useContext(FormDeskContext);
	if (!desk) throw new Error("A form field stands outside of a form.");
	return desk;
}

/** Changes the part at a path; the rest of the form stays the same object. */
export function useChange(): (path: FieldPath, change: (old: FormValue) => FormValue) => void {
	const { value, onChange } = useDesk();
	return (path, change) => onChange(changeAt(value, path, change));
}

export function useTemplateKind(pointer: string): TemplateKind | null {
	const { templates } = useDesk();
	return Object.hasOwn(templates, pointer) ? (templates[pointer] ?? null) : null;
}

export function useAuto(): AutoValues {
	return useDesk().auto;
}

/** The findings that name exactly this place, as notes to stand under the field. */
export function useNotes(pointer: string): FieldNote[] {
	return useDesk()
		.findings.filter((finding) => finding.path === pointer)
		.map((finding) => ({ kind: finding.severity === "error" ? "bad" : "warn", text: finding.message }));
}
