import type { Finding } from "../../../schemas/timeline.ts";
import type { Found } from "./reading.ts";

/** Entries with findings that nobody has taken yet. */
const MAX_WAITING = 100_000;

export interface FoundList {
	add(ordinal: number, findings: Finding[]): void;
	/** What nobody took yet, oldest first: all of it, or as many entries as hold some `most` findings. */
	take(most?: number): Found[];
	isEmpty(): boolean;
}

/** What reading found and nobody has taken. Beyond its room that more was found is said once, so that nobody takes the list for whole. */
export function createFoundList(): FoundList {
	const waiting: Found[] = [];
	return {
		add(ordinal, findings) {
			if (findings.length === 0 || waiting.length > MAX_WAITING) return;
			if (waiting.length < MAX_WAITING) {
				waiting.push({ ordinal, findings });
				return;
			}
			const message = `More than ${MAX_WAITING} entries had findings before they could be stored. Those of this one and of some behind it are not listed; check names all.`;
			waiting.push({ ordinal, findings: [{ code: "budget.findings", severity: "warning", path: "", message }] });
		},
		take(most = Number.POSITIVE_INFINITY) {
			let entries = 0;
			for (let findings = 0; entries < waiting.length && findings < most; entries++) findings += waiting[entries]?.findings.length ?? 0;
			return waiting.splice(0, entries);
		},
		isEmpty: () => waiting.length === 0,
	};
}
