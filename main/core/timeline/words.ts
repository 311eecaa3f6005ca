import { visibleStart } from "./visible-text.ts";

export { byteSize as shortBytes, plural as counted, shortTime } from "../../../schemas/rules/sizes.ts";

/** Members of a parsed body, read without trust: a stored body may be of any age or shape. */
export type Body = Readonly<Record<string, unknown>>;

export function textOf(body: Body, name: string): string {
	const value = Object.hasOwn(body, name) ? body[name] : undefined;
	return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function numberOf(body: Body, name: string): number | null {
	const value = Object.hasOwn(body, name) ? body[name] : undefined;
	return typeof value === "number" ? value : null;
}

export function bodyOf(body: Body, name: string): Body {
	const value = Object.hasOwn(body, name) ? body[name] : undefined;
	return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : {};
}

export function listOf(body: Body, name: string): readonly unknown[] {
	const value = Object.hasOwn(body, name) ? body[name] : undefined;
	return Array.isArray(value) ? value : [];
}

/** The parts that say something, joined. */
export function joined(parts: readonly (string | null | false)[], separator = ", "): string {
	return parts.filter((part) => part !== "" && part !== null && part !== false).join(separator);
}

export function quoted(text: string): string {
	return `“${visibleStart(text, 230)}”`;
}

/** A JSON value in few characters: primitives whole, at most four members, nothing below the second level. */
export function briefly(value: unknown, depth = 0): string {
	if (typeof value === "string") return JSON.stringify(visibleStart(value, 60));
	if (typeof value !== "object" || value === null) return String(value);
	if (Array.isArray(value)) {
		if (depth > 1) return value.length === 0 ? "[]" : `[${value.length}]`;
		const items = value.slice(0, 4).map((item) => briefly(item, depth + 1));
		return `[${items.join(", ")}${value.length > 4 ? ", …" : ""}]`;
	}
	const names: string[] = [];
	for (const name in value) if (names.push(name) > 4) break;
	if (depth > 1) return names.length === 0 ? "{}" : "{…}";
	const members = names.slice(0, 4).map((name) => `${visibleStart(name, 40)}: ${briefly((value as Body)[name], depth + 1)}`);
	return `{${members.join(", ")}${names.length > 4 ? ", …" : ""}}`;
}
