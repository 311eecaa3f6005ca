import type { FieldModel } from "../../schemas/forms.ts";

/** Whether a field has a place for every part of `value`: each member by its name, each kind of value. Limits are not looked at. */
export function fieldFits(field: FieldModel, value: unknown): boolean {
	switch (field.kind) {
		case "text":
			return typeof value === "string";
		case "integer":
		case "number":
			return typeof value === "number";
		case "boolean":
			return typeof value === "boolean";
		case "const":
			return value === field.value;
		case "choice":
			return field.options.some((option) => option === value);
		case "list":
			return Array.isArray(value) && value.every((each) => fieldFits(field.item, each));
		case "object":
			return (
				typeof value === "object" &&
				value !== null &&
				Object.entries(value).every(([name, member]) => {
					const own = field.fields.find((each) => each.name === name);
					return own !== undefined && fieldFits(own, member);
				})
			);
		case "union":
			return field.branches.some((branch) => fieldFits(branch.field, value));
		case "json":
			return true;
	}
}
