import type { Interaction } from "../../../../schemas/session.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { timeLeft } from "../../../state/requests.ts";

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;

/** A ring that empties as time goes; full and plain when the agent set no end. Steps once a second with every other clock. */
export function RequestClock({ request }: { request: Interaction }) {
	const left = timeLeft(request, useNow());
	const share = left?.share ?? 1;
	const tone = left === null ? "ring-fg--plain" : left.isShort ? "ring-fg--alarm" : "";
	const icon = request.modality === "photo" ? "camera" : request.modality === "nfc" ? "nfc" : "person";
	return (
		<div className="ask-clock">
			<svg viewBox="0 0 36 36" role="img" aria-label={left?.words ?? "No time limit"}>
				<circle className="ring-bg" cx="18" cy="18" r={RADIUS} />
				<circle
					className={`ring-fg ${tone}`}
					cx="18"
					cy="18"
					r={RADIUS}
					strokeDasharray={`${(share * ROUND).toFixed(2)} ${ROUND.toFixed(2)}`}
					transform="rotate(-90 18 18)"
				/>
				<use href={`#i-${icon}`} className="ask-sign" x="10" y="10" width="16" height="16" />
			</svg>
		</div>
	);
}
