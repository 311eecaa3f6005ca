import type { CertificateFacts } from "../../../../schemas/trust.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useSavedConnections } from "../../../hooks/use-saved-connections.ts";
import { offersOf } from "../../../state/protocols.ts";
import { isOwnWish, outcomeCode, sessionWords } from "../../../state/session-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { UseCertificate } from "../connect/UseCertificate.tsx";
import { useConnectAgain } from "../connect/use-connect.ts";
import { ParkedSeat } from "./ParkedSeat.tsx";
import { useSessionActions } from "./use-session-actions.ts";

/**
 * While there is no link: how it ended, what that means, the way on. Nothing while all is well or the operator closed it.
 * A reason is quoted where the other side gave it with its close code; what a failed dial said is in its meaning.
 */
export function LinkNotice({ session }: { session: SteadySession }) {
	const nowMs = useNow();
	const actions = useSessionActions(session);
	const connectAgain = useConnectAgain();
	const offers = offersOf(session.protocol);
	const { status, practiceComplaints } = session;
	const complaint = practiceComplaints[practiceComplaints.length - 1];
	const outcome = status.kind === "waiting" || (status.kind === "closed" && !isOwnWish(status.outcome)) ? status.outcome : null;
	if (!outcome && !complaint) return null;
	const asks = status.kind === "closed" && outcome?.next === "ask";
	const wantsKey = offers.keyHeader !== null && session.by === "url" && outcome?.httpStatus === 401;
	const ended = status.kind === "closed" && outcome?.next === "ended";
	return (
		<div className="link-notices" data-region="link">
			{outcome && (
				<div className={`banner ${asks ? "banner--waiting" : ended ? "banner--plain" : ""}`} role="status">
					<Icon name={asks ? "waiting" : ended ? "ended" : status.kind === "waiting" ? "retry" : "alarm"} />
					<span className="grow">
						<b className="name">
							<SafeText text={outcomeCode(outcome)} most={60} />
						</b>
						{outcome.reason && outcome.code !== null && (
							<span className="mono">
								{" "}
								“<SafeText text={outcome.reason} most={200} />”
							</span>
						)}{" "}
						<SafeText text={outcome.meaning} most={600} />{" "}
						{status.kind === "waiting" && `Try ${status.attempt} ${sessionWords(session, nowMs).link}.`}
						{ended && "Nothing more can be sent; the transcript stays."}
						{offers.seat && <ParkedSeat session={session} />}
					</span>
					{wantsKey && (
						<Button small kind="main" icon="key" onPress={() => connectAgain(session)}>
							Type the key
						</Button>
					)}
					{!ended && outcome.certificate && <Believe session={session} facts={outcome.certificate} onUse={actions.pin} />}
					{!ended && (
						<Button small icon={asks ? "person" : "retry"} onPress={actions.connect}>
							{asks ? "Take the seat back" : "Connect now"}
						</Button>
					)}
				</div>
			)}
			{complaint && (
				<div className="banner banner--finding" role="status">
					<Icon name="finding" />
					<span className="grow">
						The practice agent objects: <SafeText text={complaint ?? ""} most={600} />
						{practiceComplaints.length > 1 && ` (and ${practiceComplaints.length - 1} more)`}
					</span>
				</div>
			)}
		</div>
	);
}

interface BelieveProps {
	session: SteadySession;
	facts: CertificateFacts;
	onUse: (sha256: string, inConnection: boolean) => void;
}

/** Names the saved connection the session came from, while there is one. */
function Believe({ session, facts, onUse }: BelieveProps) {
	const saved = useSavedConnections()?.connections.find(({ connection }) => connection.connectionId === session.connectionId);
	return <UseCertificate facts={facts} into={{ kind: "session", connection: saved?.connection.name ?? null }} onUse={onUse} />;
}
