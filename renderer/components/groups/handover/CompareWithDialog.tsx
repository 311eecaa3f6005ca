import { useState } from "react";
import { cutText } from "../../../../schemas/rules/code-points.ts";
import { useSessions } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { dateTime } from "../../../state/format.ts";
import { protocolOf } from "../../../state/protocols.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Select } from "../../elements/Select.tsx";

/** Chooses the other session; those of the same protocol, replays of this one first. */
export function CompareWithDialog({ session, onClose }: { session: SteadySession; onClose: () => void }) {
	const handover = useHandover();
	const byId = useSessions((state) => state.steady);
	const others = [...byId.values()]
		.filter(({ sessionId, protocol }) => sessionId !== session.sessionId && protocol === session.protocol)
		.sort((a, b) => Number(isNear(b, session)) - Number(isNear(a, session)) || b.createdAtMs - a.createdAtMs);
	const [chosen, setChosen] = useState<string | null>(others[0]?.sessionId ?? null);
	return (
		<Dialog
			title={`Compare ${session.name} with`}
			isOpen
			onClose={onClose}
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button
						kind="main"
						icon="compare"
						isDisabled={chosen === null}
						onPress={() => chosen !== null && handover.compare(session.sessionId, chosen)}
					>
						Compare
					</Button>
				</>
			}
		>
			{others.length === 0 ? (
				<p>No other session speaks {protocolOf(session.protocol).label}. Replay this one, or import the other one first.</p>
			) : (
				<Select
					label="The other session"
					selected={chosen}
					onSelect={setChosen}
					items={others.map((other) => ({
						id: other.sessionId,
						label: `${cutText(other.name, 60)}, ${dateTime(other.createdAtMs).slice(0, 19)}${isNear(other, session) ? ", replay" : ""}`,
					}))}
				/>
			)}
		</Dialog>
	);
}

const isNear = (a: SteadySession, b: SteadySession): boolean => a.replayOf === b.sessionId || b.replayOf === a.sessionId;
