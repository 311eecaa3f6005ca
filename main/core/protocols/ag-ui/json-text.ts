import { type Container, isContainer } from "./values.ts";

interface Level {
	from: Container;
	names: string[] | null;
	next: number;
}

/** JSON text of a value, as `JSON.stringify` writes it without spaces, for values nested as deep as they like. */
export function jsonText(root: unknown): string {
	const out: string[] = [];
	const stack: Level[] = [];
	const write = (value: unknown): void => {
		if (!isContainer(value)) {
			out.push(JSON.stringify(value) ?? "null");
			return;
		}
		const names = Array.isArray(value) ? null : Object.keys(value).filter((name) => (value as Record<string, unknown>)[name] !== undefined);
		out.push(names === null ? "[" : "{");
		stack.push({ from: value, names, next: 0 });
	};
	write(root);
	for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
		const { from, names, next } = level;
		const size = names?.length ?? (from as unknown[]).length;
		if (next === size) {
			out.push(names === null ? "]" : "}");
			stack.pop();
			continue;
		}
		if (next > 0) out.push(",");
		level.next++;
		if (names === null) write((from as unknown[])[next]);
		else {
			const name = names[next] ?? "";
			out.push(JSON.stringify(name), ":");
			write((from as Record<string, unknown>)[name]);
		}
	}
	return out.join("");
}
