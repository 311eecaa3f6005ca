import type { FieldModel, FieldShape } from "../../../schemas/forms.ts";
import { draftOf, type JsonSchema, type SchemaRefs } from "../schema/json-schema.ts";
import { followRef, NoWidget, placeOfDocument, type SchemaPlace } from "./schema-place.ts";
import { addSchema, copyShape, emptyShape, type Shape } from "./shape.ts";

/** Above this, a schema is not a form a person would fill in, or one that was made to be endless. */
const MAX_DEPTH = 12;
const MAX_FIELDS = 600;
const MAX_BRANCHES = 24;
/** Texts that may be longer than this get more than one line. */
const MULTILINE_ABOVE = 4096;

interface Workshop {
	refs: SchemaRefs;
	fieldsLeft: number;
}

interface Spot {
	name: string;
	required: boolean;
	depth: number;
}

type Primitive = string | number | boolean | null;

/**
 * Turns a schema into fields. `at` is a local reference into it, `#/$defs/ack`; without it the whole schema is meant.
 * What no widget shows faithfully becomes a JSON editor that says why. Never throws, and ends for every schema, also one that refers to itself.
 * Drafts: what the form reads means the same in draft-07 and 2020-12; a dialect nobody knows gives a JSON editor.
 */
export function createFormModel(schema: JsonSchema, refs: SchemaRefs = {}, at = "#"): FieldModel {
	const workshop: Workshop = { refs, fieldsLeft: MAX_FIELDS };
	const spot: Spot = { name: "", required: true, depth: 0 };
	try {
		if (draftOf(schema) === null) throw new NoWidget("It names a schema language this console does not know.");
		return buildField(workshop, [followRef(placeOfDocument(schema), at, refs)], spot);
	} catch (thrown) {
		return jsonField(spot, undefined, thrown);
	}
}

/** The field that meets every schema in `places`. */
function buildField(workshop: Workshop, places: SchemaPlace[], spot: Spot): FieldModel {
	const shape = emptyShape();
	try {
		if (spot.depth > MAX_DEPTH || workshop.fieldsLeft-- <= 0) throw new NoWidget("The schema is too deep or too large to draw here.");
		for (const place of places) addSchema(shape, place, workshop.refs);
		return buildShape(workshop, shape, spot);
	} catch (thrown) {
		return jsonField(spot, shape, thrown);
	}
}

function buildShape(workshop: Workshop, shape: Shape, spot: Spot): FieldModel {
	const drawn = shape.branches === null ? drawPlain(workshop, shape, spot) : drawUnion(workshop, shape, shape.branches, spot);
	return { ...baseOf(spot, shape), ...drawn };
}

function baseOf(spot: Spot, shape: Shape | undefined): { name: string; label: string; required: boolean; help?: string } {
	const help = [shape?.description];
	if (shape && shape.checkedOnly.size > 0) help.push(`Also checked before sending: ${[...shape.checkedOnly].join(", ")}.`);
	if (shape && shape.unknown.size > 0) help.push(`Keywords the form does not know: ${[...shape.unknown].join(", ")}.`);
	const words = help.filter((part) => part !== undefined && part !== "").join(" ");
	return { name: spot.name, label: shape?.title ?? labelOf(spot.name), required: spot.required, ...(words === "" ? {} : { help: words }) };
}

/** `retryAfterMs` → “Retry after ms”. */
function labelOf(name: string): string {
	const words = name
		.replace(/([a-z0-9])([A-Z])/g, (_pair, before: string, after: string) => `${before} ${after.toLowerCase()}`)
		.replace(/[_.-]+/g, " ");
	return words === "" ? "Item" : words.charAt(0).toUpperCase() + words.slice(1);
}

function jsonField(spot: Spot, shape: Shape | undefined, thrown: unknown): FieldModel {
	const why = thrown instanceof NoWidget ? thrown.message : "The schema cannot be read as a form.";
	return { ...baseOf(spot, shape), kind: "json", why };
}

function isPrimitive(value: unknown): value is Primitive {
	return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function drawPlain(workshop: Workshop, shape: Shape, spot: Spot): FieldShape {
	if (shape.constant !== null) {
		const { value } = shape.constant;
		if (!isPrimitive(value)) throw new NoWidget("The only value allowed here is an object or a list.");
		return { kind: "const", value };
	}
	if (shape.choices !== null) {
		if (!shape.choices.every(isPrimitive)) throw new NoWidget("Some of the values to choose from are objects or lists.");
		return { kind: "choice", options: shape.choices };
	}
	const types = shape.type ?? impliedType(shape);
	const [type] = types;
	if (types.length !== 1 || type === undefined) return drawTypes(workshop, shape, types, spot);
	switch (type) {
		case "string":
			return drawText(shape);
		case "integer":
		case "number":
			return { kind: type, ...limitsOf(shape, ["minimum", "maximum"]) };
		case "boolean":
			return { kind: "boolean" };
		case "null":
			return { kind: "const", value: null };
		case "object":
			return drawObject(workshop, shape, spot);
		case "array":
			return drawList(workshop, shape, spot);
		default:
			throw new NoWidget(`The type ${type} is none of JSON's.`);
	}
}

function impliedType(shape: Shape): string[] {
	if (shape.members.size > 0 || shape.required.size > 0) return ["object"];
	if (shape.items.length > 0) return ["array"];
	throw new NoWidget("Any JSON value may stand here.");
}

function limitsOf<N extends "minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems">(
	shape: Shape,
	names: N[],
): { [K in N]?: number } {
	const limits: { [K in N]?: number } = {};
	for (const name of names) {
		const limit = shape.limits.get(name);
		if (limit !== undefined) limits[name] = limit;
	}
	return limits;
}

function drawText(shape: Shape): FieldShape {
	const maxLength = shape.limits.get("maxLength");
	return {
		kind: "text",
		...limitsOf(shape, ["minLength", "maxLength"]),
		...(shape.pattern === undefined ? {} : { pattern: shape.pattern }),
		...(shape.format === undefined ? {} : { format: shape.format }),
		multiline: maxLength !== undefined && maxLength > MULTILINE_ABOVE && shape.format === undefined,
	};
}

function drawObject(workshop: Workshop, shape: Shape, spot: Spot): FieldShape {
	if (shape.members.size === 0 && shape.required.size === 0) throw new NoWidget("The schema does not say which members the object has.");
	const fields = [...shape.members].map(([name, places]) =>
		buildField(workshop, places, { name, required: shape.required.has(name), depth: spot.depth + 1 }),
	);
	for (const name of shape.required) {
		if (shape.members.has(name)) continue;
		fields.push(
			jsonField({ ...spot, name, required: true }, undefined, new NoWidget("It is required, but the schema does not say what it is.")),
		);
	}
	return { kind: "object", fields, open: !shape.closed };
}

function drawList(workshop: Workshop, shape: Shape, spot: Spot): FieldShape {
	const itemSpot: Spot = { name: "", required: true, depth: spot.depth + 1 };
	const item =
		shape.items.length > 0
			? buildField(workshop, shape.items, itemSpot)
			: jsonField(itemSpot, undefined, new NoWidget("Any JSON value may be an item."));
	return { kind: "list", item, ...limitsOf(shape, ["minItems", "maxItems"]), uniqueItems: shape.uniqueItems };
}

/** Several types: one alternative each, chosen by hand. */
function drawTypes(workshop: Workshop, shape: Shape, types: string[], spot: Spot): FieldShape {
	const branches = types.map((type) => {
		const one = { ...copyShape(shape), type: [type], title: undefined, description: undefined };
		return { label: type, field: buildShape(workshop, one, { ...spot, depth: spot.depth + 1 }) };
	});
	return { kind: "union", discriminator: null, branches };
}

/** Each branch is drawn whole, with what holds for all of them. */
function drawUnion(workshop: Workshop, shape: Shape, places: SchemaPlace[], spot: Spot): FieldShape {
	if (places.length === 0 || places.length > MAX_BRANCHES)
		throw new NoWidget(`There are ${places.length} alternatives here, which no list shows well.`);
	const common = { ...shape, branches: null, title: undefined, description: undefined };
	const branches = places.map((place) => {
		const branch = copyShape(common);
		try {
			if (spot.depth >= MAX_DEPTH || workshop.fieldsLeft-- <= 0) throw new NoWidget("The schema is too deep or too large to draw here.");
			addSchema(branch, place, workshop.refs);
			return { title: branch.title, field: buildShape(workshop, branch, { ...spot, depth: spot.depth + 1 }) };
		} catch (thrown) {
			return { title: branch.title, field: jsonField(spot, branch, thrown) };
		}
	});
	const discriminator = discriminatorOf(branches.map((branch) => branch.field));
	return {
		kind: "union",
		discriminator,
		branches: branches.map(({ title, field }, index) => ({
			label: title ?? (discriminator === null ? `Choice ${index + 1}` : String(constantAt(field, discriminator)?.value)),
			field,
		})),
	};
}

/** The required member that is a different constant in every branch; null when there is none. */
function discriminatorOf(fields: FieldModel[]): string | null {
	const [first] = fields;
	if (first?.kind !== "object") return null;
	for (const { name } of first.fields) {
		const constants = fields.map((field) => constantAt(field, name));
		const values = new Set(constants.map((constant) => constant?.value));
		if (constants.every((constant) => constant?.required) && values.size === fields.length) return name;
	}
	return null;
}

function constantAt(field: FieldModel, name: string): { value: Primitive; required: boolean } | null {
	const member = field.kind === "object" ? field.fields.find((each) => each.name === name) : undefined;
	return member?.kind === "const" ? { value: member.value, required: member.required } : null;
}
