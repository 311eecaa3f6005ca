import type { TableRequest } from "../../../../schemas/table.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { clockOf, isShort, SHORT_MS } from "../../../state/action-words.ts";

/** Time that is left for an answer, as a bar; steps once a second with every other clock. */
export function DeadlineBar({ request }: { request: Pick<TableRequest, "askedAtMs" | "deadlineAtMs"> }) {
	const nowMs = useNow();
	const whole = Math.max(1, request.deadlineAtMs - request.askedAtMs);
	const left = Math.min(whole, Math.max(0, request.deadlineAtMs - nowMs));
	const seconds = (ms: number) => Math.ceil(ms / 1000);
	return (
		<svg className="dead" role="img" aria-label={`${seconds(left)} of ${seconds(whole)} seconds left`}>
			<rect className="bg" x="0" y="0" width="100%" height="6" />
			<rect
				className={isShort(request, nowMs) ? "fg fg--alarm" : "fg"}
				x="0"
				y="0"
				width={`${((100 * left) / whole).toFixed(1)}%`}
				height="6"
			/>
			<text x="100%" y="17" textAnchor="end">
				of {clockOf(whole, 0)}
			</text>
		</svg>
	);
}

/** The same as digits. */
export function DeadlineDigits({ deadlineAtMs, askedAtMs }: { deadlineAtMs: number; askedAtMs?: number }) {
	const steppedMs = useNow();
	// The shared clock may stand a moment before the question came; nobody has more time than was given.
	const nowMs = Math.max(steppedMs, askedAtMs ?? 0);
	return (
		<span className={`clock ${isShort({ askedAtMs: askedAtMs ?? deadlineAtMs - SHORT_MS, deadlineAtMs }, nowMs) ? "m-alarm" : ""}`}>
			{clockOf(deadlineAtMs, nowMs)}
		</span>
	);
}
