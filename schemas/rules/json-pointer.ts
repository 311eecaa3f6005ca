/** One reference token of a JSON Pointer, escaped (RFC 6901, section 3). */
export function pointerToken(name: string | number): string {
	return typeof name === "number" ? String(name) : name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** JSON Pointer of a place, from the root outwards; `""` is the whole value. */
export function pointerOf(path: readonly (string | number)[]): string {
	let pointer = "";
	for (const step of path) pointer += `/${pointerToken(step)}`;
	return pointer;
}

/** The name that one reference token stands for. */
export const tokenName = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** Reference tokens of a pointer, unescaped. A text that is no pointer gives the tokens it would have with a leading slash. */
export function pointerPath(pointer: string): string[] {
	if (pointer === "") return [];
	const tokens = (pointer.startsWith("/") ? pointer.slice(1) : pointer).split("/");
	return tokens.map(tokenName);
}

/** As RFC 6901 writes a place in a list: no sign, no leading zero. */
export const isIndex = (token: string): boolean => /^(?:0|[1-9]\d*)$/.test(token);

/** The value at `pointer`, or undefined when there is none. Looks at own members only, so `__proto__` and `constructor` are names like any other. */
export function valueAt(root: unknown, pointer: string): unknown {
	let value = root;
	for (const token of pointerPath(pointer)) {
		if (Array.isArray(value)) value = isIndex(token) ? value[Number(token)] : undefined;
		else if (typeof value === "object" && value !== null && Object.hasOwn(value, token)) value = (value as Record<string, unknown>)[token];
		else return undefined;
	}
	return value;
}

const MAX_POINTER = 1024;
/** With `u` only halves that stand alone. */
const HALVES = /\p{Surrogate}/gu;

/**
 * `pointer` as a finding names its place: when it is very long (hostile depth or names) the pointer of the nearest part around it that can still be
 * shown; half a surrogate pair, which no stored text and no file can hold, as U+FFFD from the start, so that the place has one name everywhere.
 */
export function showablePointer(pointer: string): string {
	const shown = pointer.length <= MAX_POINTER ? pointer : pointer.slice(0, Math.max(0, pointer.lastIndexOf("/", MAX_POINTER)));
	return shown.replace(HALVES, "\ufffd");
}
