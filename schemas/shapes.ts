/**
 * Schema and type in one declaration. A shape is a plain JSON Schema object (draft-07 vocabulary) that Ajv or any other tool takes as it is;
 * the compiler alone knows the type of what it accepts. Objects refuse members they do not name.
 */

declare const VALUE: unique symbol;
declare const ANSWER: unique symbol;

/** A JSON Schema for values of type T. */
export interface Shape<T> {
	/** For the compiler; never there. */
	readonly [VALUE]?: T;
}

/** What a shape accepts. */
export type Of<S> = S extends Shape<infer T> ? T : never;

/** A member that may be absent. */
interface Optional<T> {
	readonly optional: Shape<T>;
}

type Members = Record<string, Shape<unknown> | Optional<unknown>>;
/** Written so that the comments of members come along. */
type Named<M extends Members> = { [K in keyof M as M[K] extends Optional<unknown> ? never : K]: Of<M[K]> } & {
	[K in keyof M as M[K] extends Optional<unknown> ? K : never]?: M[K] extends Optional<infer T> ? T : never;
};
type Flat<T> = { [K in keyof T]: T[K] };
/** What an object of these members is. */
export type Value<M extends Members> = keyof M extends never ? Record<string, never> : Flat<Named<M>>;

const shape = <T>(schema: object): Shape<T> => schema as Shape<T>;

/** Lengths are code points, as JSON Schema counts them. The schema proves a string; a narrower T is the word of who declares it. */
export const string = <T extends string = string>(limits: { minLength?: number; maxLength?: number; pattern?: string }): Shape<T> =>
	shape({ type: "string", ...limits });

export const integer = (minimum: number, maximum: number): Shape<number> => shape({ type: "integer", minimum, maximum });
export const number = (minimum: number, maximum: number): Shape<number> => shape({ type: "number", minimum, maximum });
export const boolean: Shape<boolean> = shape({ type: "boolean" });

/** One of these words. */
export const word = <const W extends readonly string[]>(...words: W): Shape<W[number]> => shape({ enum: words });
export const constant = <const C extends string | boolean>(value: C): Shape<C> => shape({ const: value });
export const nullable = <T>(inner: Shape<T>): Shape<T | null> => shape({ anyOf: [inner, { type: "null" }] });
export const optional = <T>(inner: Shape<T>): Optional<T> => ({ optional: inner });

export const list = <T>(items: Shape<T>, limits: { minItems?: number; maxItems: number; uniqueItems?: true }): Shape<T[]> =>
	shape({ type: "array", items, ...limits });

/** Values by names of the sender's choice. */
export const record = <T>(values: Shape<T>, maxProperties: number): Shape<Record<string, T>> =>
	shape({ type: "object", maxProperties, additionalProperties: values });

/** The same where names have a shape, too. */
export const recordOf = <K extends string, T>(names: Shape<K>, values: Shape<T>, maxProperties: number): Shape<Partial<Record<K, T>>> =>
	shape({ type: "object", maxProperties, propertyNames: names, additionalProperties: values });

/** Its members, and no others. */
export function object<M extends Members>(members: M): Shape<Value<M>> {
	const entries = Object.entries(members);
	return shape({
		type: "object",
		additionalProperties: false,
		properties: Object.fromEntries(entries.map(([name, member]) => [name, "optional" in member ? member.optional : member])),
		required: entries.flatMap(([name, member]) => ("optional" in member ? [] : [name])),
	});
}

/** One of these objects, told apart by `kind`. */
export const variants = <S extends readonly Shape<{ kind: string }>[]>(...choices: S): Shape<Of<S[number]>> =>
	shape({ type: "object", required: ["kind"], oneOf: choices });

// ---------------------------------------------------------------- requests

/** A request: the schema of its arguments, and for the compiler what it is answered with. */
export type Request<A, R> = Shape<A> & { readonly [ANSWER]?: R };

/** `request({ sessionId }, gives<Report>())` */
export const request = <M extends Members, R>(args: M, _answer: Gives<R>): Request<Value<M>, R> => object(args) as Request<Value<M>, R>;

interface Gives<R> {
	readonly [ANSWER]?: R;
}
export const gives = <R>(): Gives<R> => NOTHING;
const NOTHING = {};

/** Arguments and answers of a table of requests. */
export type Asked<T> = { [N in keyof T]: T[N] extends Request<infer A, infer R> ? { args: A; result: R } : never };
