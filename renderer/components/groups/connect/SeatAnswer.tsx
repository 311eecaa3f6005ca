import type { SeatQuestion } from "../../../state/seat-store.ts";
import { Callout, type CalloutKind } from "../../elements/Callout.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const TITLES = {
	free: ["info", "The seat is free"],
	ours: ["info", "This console holds the seat"],
	held: ["waiting", "The seat is taken"],
	refused: ["alarm", "The server does not let this agent in"],
	cooldown: ["waiting", "Cooldown"],
	maintenance: ["waiting", "The server is closed for now"],
	unknown: ["info", "Nobody knows who holds the seat"],
} as const satisfies Record<string, readonly [CalloutKind, string]>;

/** Who holds the seat, as far as the server told; nothing while nobody asked. */
export function SeatAnswer({ question }: { question: SeatQuestion }) {
	if (question.kind === "none") return null;
	if (question.kind === "asking") {
		return (
			<p className="note" role="status">
				Asking who holds the seat…
			</p>
		);
	}
	if (question.kind === "failed") {
		return (
			<Callout kind="alarm" title="The seat could not be asked about" live>
				<p>
					<SafeText text={question.message} most={400} />
				</p>
			</Callout>
		);
	}
	const [kind, title] = TITLES[question.report.presence.kind];
	return (
		<Callout kind={kind} title={title} live>
			<p>
				<SafeText text={question.report.text} most={600} />
			</p>
		</Callout>
	);
}
