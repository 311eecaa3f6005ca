import type { FieldModel } from "../../../../schemas/forms.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { TemplateTools } from "../templates/TemplateTools.tsx";
import { type FieldPath, useChange, useTemplateKind } from "./form-desk.ts";

/** Templates of the part at this place; nothing where there are none. */
export function PartTemplates({ model, value, path, pointer }: { model: FieldModel; value: FormValue; path: FieldPath; pointer: string }) {
	const kind = useTemplateKind(pointer);
	const change = useChange();
	return kind && <TemplateTools kind={kind} model={model} value={value} onChange={(next) => change(path, () => next)} />;
}
