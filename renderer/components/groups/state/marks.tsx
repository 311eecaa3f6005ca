import type { ReactNode } from "react";
import type { JsonComparison } from "../../../state/json-diff.ts";
import { SafeText } from "../../elements/SafeText.tsx";

const SHOWN_UNITS = 80;

const cut = (text: string): string => (text.length > SHOWN_UNITS ? `${text.slice(0, SHOWN_UNITS)}…` : text);

/** At each line a change touched: what stood there before. */
export function changeMarks(changed: ReadonlyMap<number, string | null>): Map<number, ReactNode> {
	return new Map(
		[...changed].map(([index, before]) => [
			index,
			before === null ? (
				"new"
			) : (
				<>
					was <SafeText text={cut(before)} />
				</>
			),
		]),
	);
}

/** At each line that is another now: what stands there now. */
export function comparisonMarks({ differences }: JsonComparison): Map<number, ReactNode> {
	return new Map(
		differences
			.filter(({ beforeIndex }) => beforeIndex >= 0)
			.map(({ beforeIndex, after }) => [
				beforeIndex,
				after === undefined ? (
					"gone now"
				) : (
					<>
						now <SafeText text={cut(after)} />
					</>
				),
			]),
	);
}
