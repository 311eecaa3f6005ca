import type { StateChange } from "../../../../schemas/conversation.ts";
import { pointerOf } from "../../../../schemas/rules/json-pointer.ts";
import { type Container, equalJson, isContainer } from "./values.ts";

interface Place {
	step: string | number;
	up: Place | null;
}

const LIMIT = 10_000;

/**
 * What differs between two states, in the order of the value; at most `limit` places. Parts that both share are not looked at.
 * Lists are compared after their common beginning and end are set aside, so one item put in the middle is one change.
 * `path` of something added or replaced is its place in `after`, of something removed its place in `before`.
 */
export function stateDiff(before: unknown, after: unknown, limit = LIMIT): StateChange[] {
	const changes: StateChange[] = [];
	const open: { before: unknown; after: unknown; place: Place | null; has: "both" | "before" | "after" }[] = [];
	open.push({ before, after, place: null, has: "both" });
	for (let each = open.pop(); each !== undefined && changes.length < limit; each = open.pop()) {
		const { before: a, after: b, place, has } = each;
		if (has === "before") changes.push({ path: pathOf(place), before: a });
		else if (has === "after") changes.push({ path: pathOf(place), after: b });
		else if (a === b) continue;
		else if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) {
			changes.push({ path: pathOf(place), before: a, after: b });
		} else {
			const below = Array.isArray(a) && Array.isArray(b) ? listPairs(a, b, place) : memberPairs(a as Members, b as Members, place);
			for (const pair of below.reverse()) open.push(pair);
		}
	}
	return changes;
}

type Members = Record<string, unknown>;
type Pair = { before: unknown; after: unknown; place: Place; has: "both" | "before" | "after" };

function memberPairs(a: Members, b: Members, up: Place | null): Pair[] {
	const pairs: Pair[] = [];
	for (const step of Object.keys(a)) {
		const place = { step, up };
		if (Object.hasOwn(b, step)) {
			if (a[step] !== b[step]) pairs.push({ before: a[step], after: b[step], place, has: "both" });
		} else pairs.push({ before: a[step], after: undefined, place, has: "before" });
	}
	for (const step of Object.keys(b)) {
		if (!Object.hasOwn(a, step)) pairs.push({ before: undefined, after: b[step], place: { step, up }, has: "after" });
	}
	return pairs;
}

function listPairs(a: readonly unknown[], b: readonly unknown[], up: Place | null): Pair[] {
	const shorter = Math.min(a.length, b.length);
	let head = 0;
	let tail = 0;
	if (a.length !== b.length) {
		while (head < shorter && same(a[head], b[head])) head++;
		while (tail < shorter - head && same(a[a.length - 1 - tail], b[b.length - 1 - tail])) tail++;
	}
	const pairs: Pair[] = [];
	const endA = a.length - tail;
	const endB = b.length - tail;
	for (let at = head; at < Math.max(endA, endB); at++) {
		const place = { step: at, up };
		if (at >= endA) pairs.push({ before: undefined, after: b[at], place, has: "after" });
		else if (at >= endB) pairs.push({ before: a[at], after: undefined, place, has: "before" });
		else if (a[at] !== b[at]) pairs.push({ before: a[at], after: b[at], place, has: "both" });
	}
	return pairs;
}

const same = (a: unknown, b: unknown) => a === b || (isContainer(a) && isContainer(b) && equalJson(a as Container, b as Container));

function pathOf(place: Place | null): string {
	const steps: (string | number)[] = [];
	for (let at = place; at !== null; at = at.up) steps.push(at.step);
	return pointerOf(steps.reverse());
}
