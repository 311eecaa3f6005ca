import type { Finding } from "../../../schemas/timeline.ts";

const nameOf = ({ code, path, reason }: Finding): string => `${code} ${path} ${reason ?? ""}`;

/** Those of `found` that `known` does not have as often already: what two look for is told once. */
export function notAmong(known: readonly Finding[], found: readonly Finding[]): Finding[] {
	if (known.length === 0) return [...found];
	const counts = new Map<string, number>();
	for (const finding of known) counts.set(nameOf(finding), (counts.get(nameOf(finding)) ?? 0) + 1);
	return found.filter((finding) => {
		const left = counts.get(nameOf(finding)) ?? 0;
		counts.set(nameOf(finding), left - 1);
		return left <= 0;
	});
}
