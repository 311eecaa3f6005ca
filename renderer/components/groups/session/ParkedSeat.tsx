import { useEffect } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { useConsole, useNewest } from "../../../hooks/console-context.ts";
import { clockSecond } from "../../../state/format.ts";
import { createParkedSeats, type ParkedSeats } from "../../../state/parked-seats.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const desks = new WeakMap<OperatorApi, ParkedSeats>();

/** One for each console: an answer outlives the place it is drawn in. */
function useParkedSeats(): ParkedSeats {
	const { api } = useConsole();
	const desk = desks.get(api) ?? createParkedSeats(api);
	desks.set(api, desk);
	return desk;
}

/** While another connection holds the seat: who holds it, as the server tells; asked once by itself, again by a press. */
export function ParkedSeat({ session }: { session: SteadySession }) {
	const desk = useParkedSeats();
	const question = useStore(desk.state, (all) => all.get(session.sessionId) ?? null);
	const lastHeardAtMs = useNewest(session.sessionId, (newest) => newest.lastHeardAtMs);
	useEffect(() => desk.look({ ...session, lastHeardAtMs }), [desk, session, lastHeardAtMs]);
	if (!question || question.kind === "none") return null;
	return (
		<span className="parked-seat">
			{question.kind === "asking" && "Asking who holds the seat…"}
			{question.kind === "failed" && <SafeText text={question.message} most={400} />}
			{question.kind === "told" && (
				<>
					<SafeText text={question.report.text} most={600} /> <span className="dim">asked {clockSecond(question.report.askedAtMs)}</span>
				</>
			)}
			{question.kind !== "asking" && (
				<Button small onPress={() => void desk.ask(session.sessionId)}>
					Ask again
				</Button>
			)}
		</span>
	);
}
