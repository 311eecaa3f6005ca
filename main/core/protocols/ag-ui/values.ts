import { pointerToken } from "../../../../schemas/rules/json-pointer.ts";

/** A container of a JSON value. */
export type Container = Record<string, unknown> | unknown[];

export const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

export const isRecord = (value: unknown): value is Record<string, unknown> => isContainer(value) && !Array.isArray(value);

/** Sets an own member, whatever it is called: `__proto__` becomes a member like any other. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
	if (name === "__proto__") Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
	else target[name] = value;
}

/** Equality of JSON values. No recursion: depth is no limit. */
export function equalJson(left: unknown, right: unknown, same: (a: unknown, b: unknown) => boolean = Object.is): boolean {
	const pairs: unknown[] = [left, right];
	while (pairs.length > 0) {
		const b = pairs.pop();
		const a = pairs.pop();
		if (a === b) continue;
		if (!isContainer(a) || !isContainer(b)) {
			if (!same(a, b)) return false;
			continue;
		}
		if (Array.isArray(a)) {
			if (!Array.isArray(b) || a.length !== b.length) return false;
			for (let at = 0; at < a.length; at++) pairs.push(a[at], b[at]);
			continue;
		}
		if (Array.isArray(b)) return false;
		const names = Object.keys(a);
		if (names.length !== Object.keys(b).length) return false;
		for (const name of names) {
			if (!Object.hasOwn(b, name)) return false;
			pairs.push(a[name], b[name]);
		}
	}
	return true;
}

/** A deep copy, or null when the value has more than `limit` parts. No recursion. */
export function cloneJson(root: unknown, limit: number): { value: unknown; parts: number } | null {
	let parts = 0;
	const open: { from: Container; to: Container }[] = [];
	const copy = (value: unknown): unknown => {
		parts++;
		if (!isContainer(value)) return value;
		const to: Container = Array.isArray(value) ? [] : {};
		open.push({ from: value, to });
		return to;
	};
	const value = copy(root);
	for (let each = open.pop(); each !== undefined; each = open.pop()) {
		const { from, to } = each;
		if (parts > limit) return null;
		if (Array.isArray(from)) for (const item of from) (to as unknown[]).push(copy(item));
		else for (const name of Object.keys(from)) setMember(to as Record<string, unknown>, name, copy(from[name]));
	}
	return { value, parts };
}

interface Visit {
	from: Container;
	to: Container;
	names: string[] | null;
	next: number;
	at: string;
}

/** What stands in for a container that was cut. */
const CUT_MARK = "…";

/**
 * The value itself when it is nested at most `levels` deep, else a copy in which every deeper container is `CUT_MARK`; their pointers go to
 * `cut`. Both JSON texts and structured clones are made by recursion on the receiving side, and a frame may be as deep as it is long.
 */
export function boundDepth(root: unknown, levels: number, base: string, cut: string[]): unknown {
	if (!isDeeper(root, levels)) return root;
	if (!isContainer(root)) return root;
	const top: Container = Array.isArray(root) ? [] : {};
	const stack: Visit[] = [visit(root, top, base)];
	for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
		const size = level.names?.length ?? (level.from as unknown[]).length;
		if (level.next >= size) {
			stack.pop();
			continue;
		}
		const name = level.names === null ? level.next : (level.names[level.next] ?? "");
		level.next++;
		const child = (level.from as Record<string | number, unknown>)[name];
		let put = child;
		if (isContainer(child)) {
			const at = `${level.at}/${pointerToken(name)}`;
			if (stack.length < levels) {
				put = Array.isArray(child) ? [] : {};
				stack.push(visit(child, put as Container, at));
			} else {
				put = CUT_MARK;
				cut.push(at);
			}
		}
		if (level.names === null) (level.to as unknown[]).push(put);
		else setMember(level.to as Record<string, unknown>, String(name), put);
	}
	return top;
}

const visit = (from: Container, to: Container, at: string): Visit => ({
	from,
	to,
	names: Array.isArray(from) ? null : Object.keys(from),
	next: 0,
	at,
});

function isDeeper(root: unknown, levels: number): boolean {
	let row: Container[] = isContainer(root) ? [root] : [];
	for (let level = 1; row.length > 0; level++) {
		if (level > levels) return true;
		const below: Container[] = [];
		for (const container of row) {
			if (Array.isArray(container)) {
				for (const child of container) if (isContainer(child)) below.push(child);
			} else {
				for (const name of Object.keys(container)) {
					const child = container[name];
					if (isContainer(child)) below.push(child);
				}
			}
		}
		row = below;
	}
	return false;
}
