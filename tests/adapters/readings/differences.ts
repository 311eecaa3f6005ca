import { isDeepStrictEqual } from "node:util";
import type { Life, Told } from "./lives.ts";

/** The ends after which a session may go on: while it is live nothing says that it does not. */
const MAY_GO_ON = (life: Life): boolean =>
	life.stream.end.kind === "kill" || life.liveStatus === "waiting" || life.liveStatus === "open" || life.liveStatus === "dialling";

/** Where the readers of one session differ, a sentence each. */
export function differencesOf(life: Life): string[] {
	const { stream, own, live, stored, imported, checked, checkedAnew } = life;
	const found: string[] = [];
	const say = (what: string) =>
		found.push(`${stream.protocol} ${stream.seed} (${JSON.stringify(stream.end)}${stream.resume ? ", resume" : ""}): ${what}`);
	const compare = (what: string, mine: unknown, theirs: unknown) => {
		if (!isDeepStrictEqual(mine, theirs)) say(`${what}: ${firstDifference(mine, theirs)}`);
	};
	const compareTold = (name: string, other: Told) => {
		compare(`findings, stored and ${name}`, stored.findings, other.findings);
		compare(`fold, stored and ${name}`, stored.fold, other.fold);
	};
	const isOpenEnded = MAY_GO_ON(life);
	const withoutCut = (findings: string[]) => (isOpenEnded ? findings.filter((each) => !each.includes("agui.runCutOff")) : findings);
	compare("findings, live and stored", withoutCut(live.findings), withoutCut(stored.findings));
	compare("fold, live and stored", live.fold, isOpenEnded ? stored.withoutEnd : stored.fold);
	if (!isOpenEnded) compare("window, live and stored", live.window, stored.window);
	compare("window, stored and imported", asImported(stored.window), imported.window);
	compareTold("imported", imported);
	compareTold("check", checked);
	compare("fold, stored and check of bare entries", stored.fold, checkedAnew.fold);
	// What speaks against an own message is found when it is sent.
	const readOnly = (findings: string[]) => findings.filter((each) => isRead(each) && !own.has(Number.parseInt(each, 10)));
	compare("findings, stored and check of bare entries", readOnly(stored.findings), readOnly(checkedAnew.findings));
	return found;
}

/** As a file is taken in: what waited to be sent never is, and what was on its way may have arrived. */
const asImported = (window: unknown): unknown =>
	JSON.parse(
		JSON.stringify(window)
			.replaceAll('"delivery":"queued"', '"delivery":"discarded"')
			.replaceAll('"delivery":"sending"', '"delivery":"unknown"'),
	);

/** Found when the console receives or sends, not by who reads. */
const RECORDED =
	/^(?:sequence\.(?:gap|conflict)|epoch\.reset|card\.|operator\.|session\.(?:startedAgain|startedLate|otherId|notOpen)|turn\.|clock\.|welcome\.|feed\.)/;
const isRead = (worded: string): boolean => !RECORDED.test(worded.split(" ")[2] ?? "");

/** The first place at which two values differ, with what stands there. */
function firstDifference(mine: unknown, theirs: unknown, at = ""): string {
	const short = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 300);
	if (
		typeof mine !== "object" ||
		typeof theirs !== "object" ||
		mine === null ||
		theirs === null ||
		Array.isArray(mine) !== Array.isArray(theirs)
	)
		return `${at || "/"}: ${short(mine)} | ${short(theirs)}`;
	for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
		const [a, b] = [(mine as Record<string, unknown>)[name], (theirs as Record<string, unknown>)[name]];
		if (!isDeepStrictEqual(a, b)) return firstDifference(a, b, `${at}/${name}`);
	}
	return `${at}: the same`;
}
