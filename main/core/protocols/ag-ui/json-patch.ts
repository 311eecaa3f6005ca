import { pointerPath } from "../../../../schemas/rules/json-pointer.ts";
import { type Container, cloneJson, equalJson, isContainer, isRecord, setMember } from "./values.ts";

/**
 * A JSON value that is changed by patches. Containers in `owned` were made here since the value was last handed out, so they are changed in
 * place; all others are copied first. A patch costs what it touches, and a value that was handed out never changes.
 */
export interface JsonDocument {
	root: unknown;
	owned: WeakSet<object>;
	/** Parts that `copy` may still add; a few copies of the whole into itself would otherwise fill the memory. */
	copyBudget: number;
}

export type PatchFault =
	| "badPatch"
	| "missingPath"
	| "badIndex"
	| "testFailed"
	| "forbiddenKey"
	| "moveIntoSelf"
	/** `copy` would make it too large. */
	| "tooLarge";

export type PatchResult =
	/** Indexes of operations whose `op` nobody knows; they are passed over. `oddIndexes`: those that added to a list at an index with leading zeros. */
	| { ok: true; unknownOps: number[]; oddIndexes: number[] }
	/** Nothing was changed. `member` is the member of operation `index` at fault, `""` for the operation itself. */
	| { ok: false; index: number; member: "" | "op" | "path" | "from" | "value"; fault: PatchFault; unknownOps: number[] };

const COPY_BUDGET = 1_000_000;

export function createDocument(root: unknown): JsonDocument {
	return { root, owned: new WeakSet(), copyBudget: COPY_BUDGET };
}

/** The value as it is now; later patches leave it alone. */
export function handOut(document: JsonDocument): unknown {
	document.owned = new WeakSet();
	return document.root;
}

class Refusal {
	readonly member: "" | "op" | "path" | "from" | "value";
	readonly fault: PatchFault;
	constructor(member: Refusal["member"], fault: PatchFault) {
		this.member = member;
		this.fault = fault;
	}
}

/**
 * Applies a patch (RFC 6902) as a whole or not at all.
 * Operations with an unknown `op` are passed over, as AG-UI asks. `__proto__` and `constructor/prototype` are refused, as the reference client does.
 * Never throws; depth is no limit. A patch that fails may leave the members of an object in another order, which says nothing in JSON.
 */
export function applyPatch(document: JsonDocument, patch: readonly unknown[], same?: (a: unknown, b: unknown) => boolean): PatchResult {
	const undo: (() => void)[] = [];
	const unknownOps: number[] = [];
	const { root, copyBudget } = document;
	const oddIndexes: number[] = [];
	let index = 0;
	try {
		for (; index < patch.length; index++) {
			const applied = applyOperation(document, patch[index], undo, same);
			if (applied === "unknown") unknownOps.push(index);
			else if (applied === "oddIndex") oddIndexes.push(index);
		}
	} catch (thrown) {
		if (!(thrown instanceof Refusal)) throw thrown;
		for (const step of undo.reverse()) step();
		document.root = root;
		document.copyBudget = copyBudget;
		return { ok: false, index, member: thrown.member, fault: thrown.fault, unknownOps };
	}
	return { ok: true, unknownOps, oddIndexes };
}

type Applied = "applied" | "unknown" | "oddIndex";

function applyOperation(
	document: JsonDocument,
	operation: unknown,
	undo: (() => void)[],
	same?: (a: unknown, b: unknown) => boolean,
): Applied {
	if (!isRecord(operation)) throw new Refusal("", "badPatch");
	const op = own(operation, "op");
	const needs = typeof op === "string" && Object.hasOwn(NEEDS, op) ? NEEDS[op] : undefined;
	if (needs === undefined) return "unknown";
	const path = tokens(operation, "path");
	if (needs === "value" && !Object.hasOwn(operation, "value")) throw new Refusal("value", "badPatch");
	const value = operation.value;
	const from = needs === "from" ? tokens(operation, "from") : [];
	switch (op) {
		case "add":
			return put(document, path, value, undo);
		case "remove":
			take(document, path, "path", undo);
			break;
		case "replace":
			find(document.root, path, "path");
			if (path.length === 0) document.root = value;
			else assign(document, path, value, undo);
			break;
		case "test":
			if (!equalJson(find(document.root, path, "path"), value, same)) throw new Refusal("value", "testFailed");
			break;
		case "copy":
			return put(document, path, copied(document, find(document.root, from, "from")), undo);
		case "move": {
			const moved = find(document.root, from, "from");
			if (path.length > from.length && from.every((token, at) => token === path[at])) throw new Refusal("path", "moveIntoSelf");
			if (path.length === 0) document.root = moved;
			else {
				find(document.root, path.slice(0, -1), "path");
				take(document, from, "from", undo);
				return put(document, path, moved, undo);
			}
			break;
		}
	}
	return "applied";
}

const NEEDS: Record<string, "value" | "from" | ""> = {
	add: "value",
	replace: "value",
	test: "value",
	remove: "",
	move: "from",
	copy: "from",
};

const own = (record: Record<string, unknown>, name: string): unknown => (Object.hasOwn(record, name) ? record[name] : undefined);

function tokens(operation: Record<string, unknown>, member: "path" | "from"): string[] {
	const pointer = own(operation, member);
	if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/")) || /~(?![01])/.test(pointer)) {
		throw new Refusal(member, "badPatch");
	}
	const path = pointerPath(pointer);
	for (const [at, token] of path.entries()) {
		if (token === "__proto__" || (token === "prototype" && path[at - 1] === "constructor")) throw new Refusal(member, "forbiddenKey");
	}
	return path;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function find(root: unknown, path: readonly string[], member: "path" | "from"): unknown {
	let value = root;
	for (const token of path) {
		if (Array.isArray(value)) {
			if (!INDEX.test(token)) throw new Refusal(member, "badIndex");
			if (Number(token) >= value.length) throw new Refusal(member, "missingPath");
			value = value[Number(token)];
		} else if (isRecord(value) && Object.hasOwn(value, token)) value = value[token];
		else throw new Refusal(member, "missingPath");
	}
	return value;
}

/** The container that holds the last token, safe to change. The path to it must exist. */
function holder(document: JsonDocument, path: readonly string[], member: "path" | "from"): Container {
	const parent = find(document.root, path.slice(0, -1), member);
	if (!isContainer(parent)) throw new Refusal(member, "missingPath");
	let at = writable(document, document.root as Container);
	document.root = at;
	for (const token of path.slice(0, -1)) {
		const key = Array.isArray(at) ? Number(token) : token;
		const child = writable(document, (at as Record<string | number, unknown>)[key] as Container);
		(at as Record<string | number, unknown>)[key] = child;
		at = child;
	}
	return at;
}

function writable(document: JsonDocument, container: Container): Container {
	if (document.owned.has(container)) return container;
	const copy = Array.isArray(container) ? container.slice() : { ...container };
	document.owned.add(copy);
	return copy;
}

function put(document: JsonDocument, path: readonly string[], value: unknown, undo: (() => void)[]): Applied {
	const last = path.at(-1);
	if (last === undefined) {
		document.root = value;
		return "applied";
	}
	const target = find(document.root, path.slice(0, -1), "path");
	if (!Array.isArray(target)) {
		assign(document, path, value, undo);
		return "applied";
	}
	// Leading zeros are against RFC 6901, but the reference client takes them when it adds.
	if (last !== "-" && !/^\d+$/.test(last)) throw new Refusal("path", "badIndex");
	const index = last === "-" ? target.length : Number(last);
	if (index > target.length) throw new Refusal("path", "missingPath");
	const array = holder(document, path, "path") as unknown[];
	array.splice(index, 0, value);
	undo.push(() => array.splice(index, 1));
	return last === "-" || INDEX.test(last) ? "applied" : "oddIndex";
}

/** Sets a member of an object or an existing item of an array. */
function assign(document: JsonDocument, path: readonly string[], value: unknown, undo: (() => void)[]): void {
	const last = path.at(-1) ?? "";
	const target = holder(document, path, "path");
	if (Array.isArray(target)) {
		const index = Number(last);
		const before = target[index];
		target[index] = value;
		undo.push(() => {
			target[index] = before;
		});
		return;
	}
	const existed = Object.hasOwn(target, last);
	const before = target[last];
	setMember(target, last, value);
	undo.push(() => {
		if (existed) target[last] = before;
		else delete target[last];
	});
}

function take(document: JsonDocument, path: readonly string[], member: "path" | "from", undo: (() => void)[]): void {
	const last = path.at(-1);
	const removed = find(document.root, path, member);
	if (last === undefined) {
		document.root = null;
		return;
	}
	const target = holder(document, path, member);
	if (Array.isArray(target)) {
		target.splice(Number(last), 1);
		undo.push(() => target.splice(Number(last), 0, removed));
	} else {
		delete target[last];
		undo.push(() => setMember(target, last, removed));
	}
}

function copied(document: JsonDocument, value: unknown): unknown {
	const clone = cloneJson(value, document.copyBudget);
	if (clone === null) throw new Refusal("from", "tooLarge");
	document.copyBudget -= clone.parts;
	return clone.value;
}
