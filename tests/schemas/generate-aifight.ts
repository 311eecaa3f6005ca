import type { Dice } from "./generate-client-messages.ts";

/** Schemas as data, by `$id`. */
export type SchemaSet = ReadonlyMap<string, Record<string, unknown>>;

type Schema = Record<string, unknown>;

const ODD: readonly unknown[] = [null, true, 0, 1, -1, 0.5, "", "x", [], {}, "v1.2.0", "p0"];
const UUID = "bbbbbbbb-0000-4000-8000-000000000001";
const EXTRA_NAMES = ["extra", "constructor", "match_id", "type", "data", "request_id", "amount"];

/**
 * A value near what `schema` accepts, walked from the schema itself: every limit is met at and around it, every optional member comes and
 * goes, and now and then something is broken. References are followed within `schemas`.
 */
export function generateValue(schema: Schema, schemas: SchemaSet, dice: Dice, depth = 0): unknown {
	if (dice.chance(0.006)) return dice.pick(ODD);
	const resolved = resolve(schema, schemas);
	if (resolved !== schema) return generateValue(resolved, schemas, dice, depth + 1);
	if ("const" in schema) return dice.chance(0.985) ? schema.const : dice.pick([...ODD, `${String(schema.const)}x`]);
	if (Array.isArray(schema.enum)) return dice.chance(0.98) ? dice.pick(schema.enum as unknown[]) : dice.pick([...ODD, "unknown_value"]);
	const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
	if (branches) return generateValue(withId(dice.pick(branches), schema), schemas, dice, depth + 1);
	const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string];
	switch (dice.pick(types)) {
		case "object":
			return generateObject(schema, schemas, dice, depth);
		case "array":
			return generateArray(schema, schemas, dice, depth);
		case "string":
			return generateText(schema, dice);
		case "integer":
			return generateNumber(schema, dice, dice.chance(0.97));
		case "number":
			return generateNumber(schema, dice, dice.chance(0.7));
		case "boolean":
			return dice.chance(0.5);
		case "null":
			return null;
		default:
			return dice.pick(ODD);
	}
}

/** Relative references are read against the document they stand in; its id travels with what is taken out of it. */
function withId(part: Schema, whole: Schema): Schema {
	return "$id" in part || !("$id" in whole) ? part : { ...part, $id: whole.$id };
}

function resolve(schema: Schema, schemas: SchemaSet): Schema {
	if (typeof schema.$ref !== "string") return schema;
	const uri = new URL(schema.$ref, String(schema.$id)).href;
	const found = schemas.get(uri);
	if (!found) throw new Error(`${uri} is not among the schemas`);
	return found;
}

function generateObject(schema: Schema, schemas: SchemaSet, dice: Dice, depth: number): unknown {
	const required = new Set((schema.required as string[] | undefined) ?? []);
	const properties = (schema.properties as Record<string, Schema> | undefined) ?? {};
	const object: Record<string, unknown> = {};
	for (const [name, member] of Object.entries(properties)) {
		const present = required.has(name) ? dice.chance(0.994) : dice.chance(depth > 6 ? 0.2 : 0.4);
		if (present) object[name] = generateValue(withId(member, schema), schemas, dice, depth + 1);
	}
	narrow(schema, object, schemas, dice, depth);
	if (typeof schema.additionalProperties === "object") {
		for (let count = dice.below(3); count > 0; count--) {
			object[`p${count}`] = generateValue(withId(schema.additionalProperties as Schema, schema), schemas, dice, depth + 1);
		}
	} else if (dice.chance(schema.maxProperties === 0 ? 0.05 : 0.01)) object[dice.pick(EXTRA_NAMES)] = dice.pick(ODD);
	if (typeof schema.maxProperties === "number" && schema.maxProperties > 0 && dice.chance(0.05)) {
		const count = schema.maxProperties + dice.below(2) - Object.keys(object).length;
		for (let index = 0; index < count; index++) object[`filler${index}`] = index;
	}
	return object;
}

/** `allOf` with `if` and `then`: where the condition holds, the members are made anew as the consequence says. */
function narrow(schema: Schema, object: Record<string, unknown>, schemas: SchemaSet, dice: Dice, depth: number): void {
	for (const rule of (schema.allOf as Schema[] | undefined) ?? []) {
		if (!isPair(rule)) continue;
		const wanted = ((rule.if as Schema).properties as Record<string, Schema>) ?? {};
		const holds = Object.entries(wanted).every(([name, member]) => object[name] === member.const);
		if (!holds || dice.chance(0.03)) continue;
		const members = ((rule.then as Schema).properties as Record<string, Schema>) ?? {};
		for (const [name, member] of Object.entries(members)) {
			if (name in object) object[name] = generateValue(withId(member, schema), schemas, dice, depth + 1);
		}
	}
}

const isPair = (rule: Schema): boolean => rule.if !== undefined && rule.then !== undefined;

function generateArray(schema: Schema, schemas: SchemaSet, dice: Dice, depth: number): unknown[] {
	const item = withId((schema.items as Schema | undefined) ?? {}, schema);
	const maximum = schema.maxItems as number | undefined;
	const minimum = (schema.minItems as number | undefined) ?? 0;
	if (maximum !== undefined && maximum <= 2_000 && dice.chance(0.02)) {
		// At the limit and one beyond, of one item many times.
		const one = generateValue(item, schemas, dice, depth + 1);
		return Array.from({ length: maximum + dice.below(2) }, () => one);
	}
	const count = minimum > 0 ? minimum + dice.pick([0, 0, 0, 0, 0, 1, -1]) : dice.pick([0, 1, 1, 2]);
	return Array.from({ length: Math.max(0, count) }, () => generateValue(item, schemas, dice, depth + 1));
}

function generateText(schema: Schema, dice: Dice): string {
	if (schema.format === "uuid") {
		return dice.chance(0.96) ? UUID : dice.pick(["", "x", UUID.toUpperCase(), `urn:uuid:${UUID}`, UUID.slice(1), `${UUID}0`]);
	}
	if (schema.format === "date-time") {
		const odd = [
			"2026-12-01",
			"2026-12-01T10:00:20",
			"2026-13-01T10:00:20Z",
			"yesterday",
			"2026-12-01t10:00:20z",
			"2026-12-01T10:00:20+02:00",
		];
		return dice.chance(0.96) ? "2026-04-23T16:24:29.869304117Z" : dice.pick(odd);
	}
	if (typeof schema.pattern === "string")
		return dice.chance(0.9) ? dice.pick(["v1.2.0", "1.0.0"]) : dice.pick(["", "1.2", "v1.2.0-rc", "V1.2.0", "1.2.0\n"]);
	const minimum = (schema.minLength as number | undefined) ?? 0;
	const maximum = schema.maxLength as number | undefined;
	if (maximum === undefined || dice.chance(0.7))
		return dice.pick(["p0", "ranked", "Duke", "x".repeat(Math.max(1, minimum)), minimum > 0 && dice.chance(0.9) ? "a" : ""]);
	const letter = dice.pick(["a", "é", "😀"]);
	return letter.repeat(maximum + dice.pick([0, 0, 1, -1]));
}

function generateNumber(schema: Schema, dice: Dice, whole: boolean): number {
	const minimum = (schema.minimum as number | undefined) ?? -5;
	const maximum = (schema.maximum as number | undefined) ?? minimum + 400;
	const value = dice.pick([minimum, minimum + 1, maximum, maximum - 1, Math.floor((minimum + maximum) / 2), minimum, maximum]);
	const off = dice.chance(0.03) ? dice.pick([minimum - 1, maximum + 1, 1e21]) : value;
	return whole ? off : off + 0.5;
}
