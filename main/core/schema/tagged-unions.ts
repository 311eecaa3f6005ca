import { isObject, type JsonSchema, localSchema } from "./json-schema.ts";

/** A `oneOf` whose branches are told apart by one member: which, and the value each branch wants. */
interface Tag {
	name: string;
	values: string[];
}

/** The tag of a union: a required member that is a different constant string in every branch, all branches objects. Null when there is none. */
function tagOf(branches: readonly unknown[], root: JsonSchema): Tag | null {
	const shapes: Record<string, unknown>[] = [];
	for (const branch of branches) {
		const shape =
			isObject(branch) && typeof branch.$ref === "string" && branch.type === undefined ? localSchema(root, branch.$ref) : branch;
		if (!isObject(shape) || shape.type !== "object" || !isObject(shape.properties)) return null;
		shapes.push(shape);
	}
	const first = shapes[0];
	if (first === undefined || shapes.length < 2) return null;
	for (const name of Object.keys(first.properties as object)) {
		const values = shapes.map((shape) => constantOf(shape, name));
		if (values.every((value): value is string => value !== null) && new Set(values).size === values.length) return { name, values };
	}
	return null;
}

function constantOf(shape: Record<string, unknown>, name: string): string | null {
	const properties = shape.properties as Record<string, unknown>;
	const member = Object.hasOwn(properties, name) ? properties[name] : undefined;
	const required = Array.isArray(shape.required) && shape.required.includes(name);
	return required && isObject(member) && typeof member.const === "string" ? member.const : null;
}

const DATA_KEYWORDS = new Set(["const", "enum", "default", "examples"]);

/**
 * A copy of `schema` in which every tagged `oneOf` also carries Ajv's `discriminator`: the branch is chosen by its tag, so the findings are
 * those of that branch alone and no other branch is tried. What is accepted stays the same, because branches with different required
 * constants exclude each other.
 */
export function withDiscriminators(schema: JsonSchema): JsonSchema {
	const visit = (node: unknown, isData: boolean): unknown => {
		if (Array.isArray(node)) return node.map((item) => visit(item, isData));
		if (!isObject(node)) return node;
		// What stands in a constant, an example or a default is data, not keywords. `fromEntries` keeps a member called `__proto__` a member.
		const copy = Object.fromEntries(
			Object.entries(node).map(([keyword, value]) => [keyword, visit(value, isData || DATA_KEYWORDS.has(keyword))]),
		);
		if (isData || !Array.isArray(node.oneOf) || node.discriminator !== undefined) return copy;
		if (node.type !== undefined && node.type !== "object") return copy;
		const tag = tagOf(node.oneOf, schema);
		return tag === null ? copy : { ...copy, type: "object", discriminator: { propertyName: tag.name, values: tag.values } };
	};
	return visit(schema, false) as JsonSchema;
}
