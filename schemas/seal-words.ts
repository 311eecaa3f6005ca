import type { ProofReport } from "./proof.ts";

const entriesOf = (count: number): string => (count === 1 ? "1 entry" : `${count} entries`);

/** What seals say of the run of the program that made them: nobody but that program could have told. */
export function sealWords({ sealedLater, outside }: Pick<ProofReport, "sealedLater" | "outside">): string[] {
	return [
		...(sealedLater === null
			? []
			: [
					`${entriesOf(sealedLater.entries)} (the last of ${new Date(sealedLater.untilMs).toISOString()}) were left unsealed by an earlier run of the program and sealed by a later one, as they stood in the database by then: what was written there in between is sealed with them.`,
				]),
		...(outside === 0
			? []
			: [
					`Before the seal of ${entriesOf(outside)} was made, another program wrote into the database, or emptied its log: it covers them as they stood after that.`,
				]),
	];
}
