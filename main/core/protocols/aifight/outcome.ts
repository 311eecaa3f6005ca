import type { LinkOutcome } from "../../../../schemas/session.ts";
import { parseJson } from "../../json/parse.ts";
import type { DialFailure, SocketClose } from "../../ports.ts";
import { isObject } from "../../schema/json-schema.ts";
import { visibleStart } from "../../timeline/visible-text.ts";

export interface JudgeContext {
	/** The server's own words before any welcome on this link, else null. */
	refusal: string | null;
	/** A welcome came on an earlier link of this run. */
	everWelcomed: boolean;
	/** The operator said that the session is over. */
	ended: boolean;
}

/** What AIFight says about how a link or a dial ended. */
export function judgeOutcome(outcome: LinkOutcome, ended: SocketClose | DialFailure, context: JudgeContext): LinkOutcome {
	if ("phase" in ended) return ended.httpStatus === undefined ? outcome : judgeHttp(outcome, ended.httpStatus, ended.body ?? "", context);
	if (context.refusal !== null) {
		return { ...outcome, meaning: `The server refused: “${visibleStart(context.refusal, 400)}”`, next: "stop" };
	}
	if (outcome.by === "console" && outcome.next === "ended" && !context.ended) return { ...outcome, next: "stop" };
	if (outcome.code === 4409) return { ...outcome, meaning: replacedMeaning(ended.reason) };
	return outcome;
}

/** Newer servers say in JSON whether the new holder is the same program; older ones give a plain word. Anything else is somebody else. */
function replacedMeaning(reason: string): string {
	const parsed = parseJson(reason);
	const isSame = parsed.ok && isObject(parsed.value) && parsed.value.same_instance === true;
	const who = isSame ? "Another connection of this same console" : "Another connection, perhaps another console on the same key,";
	return `${who} took this agent's seat. It is left alone until you take the seat back.`;
}

/** README.md, "HTTP statuses". */
function judgeHttp(outcome: LinkOutcome, status: number, body: string, context: JudgeContext): LinkOutcome {
	const said = body.trim() === "" ? "" : ` It says: “${visibleStart(body.trim(), 200)}”`;
	const judged = (meaning: string, next: LinkOutcome["next"]) => ({
		...outcome,
		meaning: `Refused with HTTP ${status}. ${meaning}${said}`,
		next,
	});
	switch (status) {
		case 401:
			return judged("The server does not take this agent key. Give the right one and connect again.", "stop");
		case 403:
			return judged(forbidden(body), "stop");
		case 404:
			if (context.everWelcomed) return judged("The address worked before; the server may be restarting.", "retry");
			return judged("There is no agent endpoint at this address.", "stop");
		default:
			if (status === 408 || status === 429 || status >= 500) return judged("The server cannot take the connection now.", "retry");
			return judged("The server did not open a WebSocket.", "stop");
	}
}

/** What a refusal with 403 says about whom the agent is bound to. */
export function forbidden(body: string): string {
	if (body.includes("device_mismatch")) return "The agent is bound to another computer.";
	if (body.includes("client_mismatch")) {
		const bound = /"bound_client"\s*:\s*"(desktop|cli)"/.exec(body)?.[1];
		return `The agent is bound to another program on this computer${bound === undefined ? "" : ` (${bound})`}.`;
	}
	return "The server does not let this client in.";
}
