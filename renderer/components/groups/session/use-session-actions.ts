import type { RequestName, Requests } from "../../../../schemas/ipc.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { fateToast } from "../../../state/fate-words.ts";
import { offersOf } from "../../../state/protocols.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { useConnectAgain } from "../connect/use-connect.ts";

const missesOnlyKey = (detail: unknown): boolean => {
	const { missing } = (detail ?? {}) as { missing?: unknown };
	return Array.isArray(missing) && missing.length === 1 && /^header x-api-key$/i.test(String(missing[0]));
};

/** What the operator can do to a session; a refusal becomes a toast with its own words. */
export function useSessionActions(session: SteadySession) {
	const { api, app, sessions } = useConsole();
	const connectAgain = useConnectAgain();
	const { sessionId } = session;
	const ask = async <N extends RequestName>(
		what: string,
		name: N,
		args: Requests[N]["args"],
	): Promise<Requests[N]["result"] | undefined> => {
		const answer = await api.request(name, args);
		if (answer.ok) return answer.value;
		app.say(refusal(what, answer.error));
		return undefined;
	};
	return {
		async connect() {
			const answer = await api.request("session.connect", { sessionId });
			if (answer.ok) return;
			// Only the agent's key is missing: there is a form that asks for it.
			if (offersOf(session.protocol).keyHeader !== null && session.by === "url" && missesOnlyKey(answer.error.detail))
				connectAgain(session);
			else app.say(refusal("Not connected", answer.error));
		},
		async again() {
			const opened = await ask("No new session", "session.again", { sessionId });
			if (!opened) return;
			await sessions.load();
			app.openSession(opened.sessionId);
		},
		async pin(sha256: string, inConnection: boolean) {
			const pinned = await ask("Not pinned", "session.pin", { sessionId, sha256, inConnection });
			if (!pinned) return;
			const { connection } = pinned;
			const where = connection === null ? "For this session" : `For this session, and in the saved connection “${visibleText(connection)}”`;
			app.say({ meaning: "plain", title: "Pinned", text: `${where}.` });
		},
		disconnect: () => void ask("Not disconnected", "session.disconnect", { sessionId }),
		end: () => void ask("Not ended", "session.end", { sessionId }),
		rename: (name: string) => void ask("Not renamed", "session.rename", { sessionId, name }),
		async cancelRun() {
			const fate = await ask("The cancel was not sent", "message.send", { sessionId, text: '{"type":"response.cancel"}' });
			const toast = fate && fateToast("The cancel", fate);
			if (toast) app.say(toast);
		},
	};
}
