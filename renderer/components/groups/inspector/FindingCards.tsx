import { useState } from "react";
import type { Finding } from "../../../../schemas/timeline.ts";
import { plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { FindingCard } from "./FindingCard.tsx";

/** A frame can break its schema in ten thousand places; so many are drawn at a time. */
const STEP = 50;

/** Findings in order, as many as can be read, and the rest on demand. Pressing a place shows it in the tree. */
export function FindingCards({ findings, onFinding }: { findings: readonly Finding[]; onFinding: (pointer: string) => void }) {
	const [shown, setShown] = useState({ of: findings, count: STEP });
	const count = shown.of === findings ? shown.count : STEP;
	const rest = findings.length - count;
	return (
		<>
			{findings.slice(0, count).map((finding, index) => (
				<FindingCard
					// biome-ignore lint/suspicious/noArrayIndexKey: the list of an entry is replaced, never reordered, and two findings can be alike
					key={index}
					finding={finding}
					onShow={() => onFinding(finding.path)}
				/>
			))}
			{rest > 0 && (
				<p className="text-cut">
					<span>{plural(rest, "more finding")}</span>
					<Button small kind="quiet" icon="down" onPress={() => setShown({ of: findings, count: count + STEP })}>
						Show more
					</Button>
				</p>
			)}
		</>
	);
}
