import { isObject, type SchemaRefs } from "../schema/json-schema.ts";
import { followRef, NoWidget, placeInside, type SchemaPlace } from "./schema-place.ts";

/** A schema with its references followed and its `allOf` joined: the keywords a form can draw, and the names of those it cannot. */
export interface Shape {
	type: string[] | null;
	title?: string;
	description?: string;
	/** Each member with every schema it must meet. */
	members: Map<string, SchemaPlace[]>;
	required: Set<string>;
	closed: boolean;
	items: SchemaPlace[];
	limits: Map<"minLength" | "maxLength" | "minimum" | "maximum" | "minItems" | "maxItems", number>;
	uniqueItems: boolean;
	pattern?: string;
	format?: string;
	constant: { value: unknown } | null;
	choices: unknown[] | null;
	branches: SchemaPlace[] | null;
	/** Rules that hold and are checked, but are not drawn. */
	checkedOnly: Set<string>;
	/** Keywords of no draft. */
	unknown: Set<string>;
	/** Schemas joined in it so far. */
	parts: number;
}

/** Two references to the same part double what has to be joined; thirty such steps would never end. */
const MAX_PARTS = 500;

const UPPER = new Set(["maxLength", "maximum", "maxItems"]);
const LIMITS = new Set(["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"]);
const SILENT = new Set(
	"title description $schema $id $anchor $dynamicAnchor $recursiveAnchor $comment $defs $vocabulary definitions default examples deprecated readOnly writeOnly contentMediaType contentEncoding contentSchema discriminator".split(
		" ",
	),
);
const CHECKED_ONLY = new Set(
	"if then else not dependentRequired dependentSchemas dependencies minProperties maxProperties propertyNames contains minContains maxContains multipleOf unevaluatedItems".split(
		" ",
	),
);
const CONDITIONS = new Set(["if", "then", "else"]);
/** Keywords that decide what may stand where, in ways no widget here shows. */
const UNDRAWABLE = new Set(["prefixItems", "additionalItems", "patternProperties", "$dynamicRef", "$recursiveRef"]);

export function emptyShape(): Shape {
	return {
		type: null,
		members: new Map(),
		required: new Set(),
		closed: false,
		items: [],
		limits: new Map(),
		uniqueItems: false,
		constant: null,
		choices: null,
		branches: null,
		checkedOnly: new Set(),
		unknown: new Set(),
		parts: 0,
	};
}

export function copyShape(shape: Shape): Shape {
	return {
		...shape,
		members: new Map([...shape.members].map(([name, places]) => [name, [...places]])),
		required: new Set(shape.required),
		items: [...shape.items],
		limits: new Map(shape.limits),
		checkedOnly: new Set(shape.checkedOnly),
		unknown: new Set(shape.unknown),
	};
}

/**
 * Adds what the schema at `place` says to `shape`. Throws NoWidget.
 */
export function addSchema(shape: Shape, place: SchemaPlace, refs: SchemaRefs): void {
	const { schema } = place;
	shape.parts += 1;
	if (shape.parts > MAX_PARTS) throw new NoWidget("The schema joins too many parts here.");
	if (schema === true) return;
	if (schema === false) throw new NoWidget("The schema allows nothing here.");
	// The words nearest to the use come first: those beside a reference before those it leads to.
	if (typeof schema.title === "string") shape.title ??= schema.title;
	if (typeof schema.description === "string") shape.description ??= schema.description;
	for (const [keyword, value] of Object.entries(schema)) addKeyword(shape, place, keyword, value, refs);
}

function addKeyword(shape: Shape, place: SchemaPlace, keyword: string, value: unknown, refs: SchemaRefs): void {
	if (UNDRAWABLE.has(keyword) || (keyword === "items" && Array.isArray(value))) {
		throw new NoWidget(`The keyword ${keyword} cannot be drawn as a form.`);
	}
	if (LIMITS.has(keyword)) {
		addLimit(shape, keyword as "minimum", value);
		return;
	}
	if (CHECKED_ONLY.has(keyword)) {
		shape.checkedOnly.add(CONDITIONS.has(keyword) ? "what one member asks of another (if, then)" : keyword);
		return;
	}
	switch (keyword) {
		case "$ref":
			addSchema(shape, followRef(place, String(value), refs), refs);
			return;
		case "allOf":
			for (const part of listOf(value)) addSchema(shape, placeInside(place, part), refs);
			return;
		case "oneOf":
		case "anyOf":
			addBranches(shape, place, keyword, listOf(value));
			return;
		case "type":
			addType(shape, Array.isArray(value) ? value.map(String) : [String(value)]);
			return;
		case "properties":
			for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
				shape.members.set(name, [...(shape.members.get(name) ?? []), placeInside(place, member)]);
			}
			return;
		case "required":
			for (const name of listOf(value)) shape.required.add(String(name));
			return;
		case "additionalProperties":
		case "unevaluatedProperties":
			if (value === false) shape.closed = true;
			else if (value !== true) shape.checkedOnly.add(keyword);
			return;
		case "items":
			shape.items.push(placeInside(place, value));
			return;
		case "uniqueItems":
			shape.uniqueItems ||= value === true;
			return;
		case "pattern":
		case "format":
			if (shape[keyword] !== undefined && shape[keyword] !== value) shape.checkedOnly.add(keyword);
			shape[keyword] ??= String(value);
			return;
		case "exclusiveMinimum":
		case "exclusiveMaximum":
			shape.checkedOnly.add(keyword);
			return;
		case "const":
			shape.constant ??= { value };
			return;
		case "enum": {
			const list = listOf(value);
			shape.choices = shape.choices === null ? list : shape.choices.filter((choice) => list.includes(choice));
			return;
		}
		default:
			if (!SILENT.has(keyword)) shape.unknown.add(keyword);
	}
}

function addLimit(shape: Shape, keyword: "minimum", value: unknown): void {
	if (typeof value !== "number") return;
	const before = shape.limits.get(keyword);
	const tighter = before === undefined ? value : UPPER.has(keyword) ? Math.min(before, value) : Math.max(before, value);
	shape.limits.set(keyword, tighter);
}

function addType(shape: Shape, types: string[]): void {
	const both = shape.type?.filter((type) => types.includes(type) || (type === "integer" && types.includes("number")));
	shape.type = both === undefined ? types : both.length > 0 ? both : narrowed(shape.type ?? [], types);
}

function narrowed(before: string[], types: string[]): string[] {
	if (before.includes("number") && types.includes("integer")) return ["integer"];
	throw new NoWidget(`The schema wants two types here that exclude each other: ${[...before, ...types].join(", ")}.`);
}

/** Branches that only say which members are needed choose nothing; they are a rule, told in words. */
function addBranches(shape: Shape, place: SchemaPlace, keyword: string, list: unknown[]): void {
	const onlyRequired = list.every(
		(branch) => isObject(branch) && Object.keys(branch).join() === "required" && Array.isArray(branch.required),
	);
	if (onlyRequired) {
		const names = list.map((branch) => (branch as { required: unknown[] }).required.join(" with "));
		shape.checkedOnly.add(`${keyword === "anyOf" ? "at least" : "exactly"} one of ${names.join(", ")}`);
		return;
	}
	if (shape.branches !== null) throw new NoWidget("The schema has two sets of alternatives here.");
	shape.branches = list.map((branch) => placeInside(place, branch));
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}
