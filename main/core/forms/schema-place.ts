import { isObject, type JsonSchema, localSchema, type SchemaRefs } from "../schema/json-schema.ts";
import { resolveUri } from "../schema/resolve-uri.ts";

/** A schema together with the document it stands in, which its references are read against. */
export interface SchemaPlace {
	schema: JsonSchema;
	root: JsonSchema;
	/** URI of that document; empty when it has none. */
	base: string;
	/** Absolute references followed on the way here, by which a schema that refers to itself is seen. */
	trail: ReadonlySet<string>;
}

/** Why a schema has no faithful widget. Thrown inside main/core/forms only, and always caught there. */
export class NoWidget extends Error {}

export function placeOfDocument(schema: JsonSchema): SchemaPlace {
	return { schema, root: schema, base: isObject(schema) && typeof schema.$id === "string" ? schema.$id : "", trail: new Set() };
}

/** A schema inside `place`'s document; an `$id` of its own makes it a document of its own. */
export function placeInside(place: SchemaPlace, schema: unknown): SchemaPlace {
	if (typeof schema !== "boolean" && !isObject(schema)) throw new NoWidget("The schema holds something here that is no schema.");
	if (isObject(schema) && typeof schema.$id === "string" && !schema.$id.startsWith("#")) {
		return { ...place, schema, root: schema, base: resolveUri(place.base, schema.$id) };
	}
	return { ...place, schema };
}

/** What a reference leads to. Nothing is fetched: only this document and the registered ones are looked at. */
export function followRef(place: SchemaPlace, ref: string, refs: SchemaRefs): SchemaPlace {
	const absolute = resolveUri(place.base, ref);
	const [uriOfDocument = "", fragment = ""] = absolute.split("#");
	const uri = `${uriOfDocument}#${fragment}`;
	if (place.trail.has(uri)) throw new NoWidget("The schema refers to itself here.");
	const isHere = ref.startsWith("#") || uriOfDocument === place.base.replace(/#$/, "");
	const other = Object.hasOwn(refs, uriOfDocument) ? refs[uriOfDocument] : undefined;
	const root = isHere ? place.root : other;
	const found = root === undefined ? undefined : localSchema(root, fragment === "" ? "#" : `#${fragment}`);
	if (root === undefined || found === undefined) throw new NoWidget(`The reference ${ref} leads to no schema this console has.`);
	const trail = new Set([...place.trail, uri]);
	const document: SchemaPlace = { schema: root, root, base: isHere ? place.base : uriOfDocument, trail };
	// A registered document counts under the URI it is registered with, whatever its own `$id` says; the validator reads it so, too.
	return found === root ? document : placeInside(document, found);
}
