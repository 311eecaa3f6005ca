import type { WireError } from "../../schemas/errors.ts";
import type { MessageForm } from "../../schemas/forms.ts";
import type { MessageCheck } from "../../schemas/ipc.ts";
import { hasLoneSurrogate } from "../../schemas/rules/code-points.ts";
import type { Finding } from "../../schemas/timeline.ts";
import type { Draft } from "./composer-draft.ts";
import { formProblems } from "./form-write.ts";
import { plural } from "./format.ts";
import type { ComposedSession, SteadySession } from "./steady-session.ts";

/** Why sending this message now would be pointless; null when it makes sense. Never a reason to hide it. */
export function pointless(message: MessageForm, session: ComposedSession): string | null {
	const { ledger, audio, openRun } = session;
	if (isOver(session)) return "The session has ended. Nothing can be sent any more; its transcript stays.";
	if (message.role === "audio" && audio.kind === "unavailable") return audio.why;
	switch (message.type) {
		case "audio.turn.start":
			return audio.kind === "open" ? `Audio turn ${audio.turn} is open already. Commit or cancel it first.` : null;
		case "audio.turn.commit":
		case "audio.turn.cancel":
			return audio.kind === "idle" ? "No audio turn is open. audio.turn.start opens one." : null;
		case "response.cancel":
			if (!openRun) return "No run is open, so there is nothing to cancel.";
			return session.cancelPending ? `Run ${openRun.runId} has been asked to stop already and has not answered yet.` : null;
		case "session.start":
			return session.status.kind === "open"
				? "The console said it when this link opened. A second one on the same link may end the session."
				: null;
		case "ack":
			if (!ledger.acks) return "This session sends no acks: the agent does not declare resume.";
			if (ledger.cursor === 0) return "Nothing numbered has arrived yet, so there is nothing to acknowledge.";
			return ledger.acked === ledger.cursor ? `The console acknowledged ${ledger.acked} itself, once it was stored.` : null;
		default:
			return null;
	}
}

function isOver(session: SteadySession): boolean {
	return session.status.kind === "closed" && session.status.outcome.next === "ended";
}

/** What happens to the message while there is no open link. */
export type LinkEffect = { kind: "goes" } | { kind: "queues"; text: string } | { kind: "blocked"; text: string };

export function linkEffect(message: MessageForm, session: SteadySession): LinkEffect {
	if (session.status.kind === "open") return { kind: "goes" };
	if (isOver(session)) return { kind: "blocked", text: "The session has ended. Nothing can be sent any more." };
	const link = session.status.kind === "closing" ? "The link is being closed" : "The link is down";
	if (message.role === "turn") return { kind: "queues", text: `${link}: it is stored and goes out first when the link is back.` };
	return { kind: "blocked", text: `${link}, and only turns wait for it. Connect first.` };
}

/** A finding of the check or of the form itself, in one list. */
export interface Problems {
	errors: Finding[];
	warnings: Finding[];
}

/** `check` must belong to this draft's text. The form's own word on a field goes before the check's. */
export function problemsOf(draft: Draft, message: MessageForm, check: MessageCheck | null): Problems {
	const own = draft.mode === "form" && draft.form ? formProblems(message.form, draft.form) : [];
	const local = own.map(({ path, message }): Finding => ({ code: "form.value", severity: "error", path, message }));
	if (hasLoneSurrogate(draft.text)) {
		local.push({
			code: "form.halfCharacter",
			severity: "warning",
			path: "",
			message: "Half of a character pair stands alone in the text. It has no bytes and goes out as U+FFFD.",
		});
	}
	const found = (check?.findings ?? []).filter((finding) => !own.some((problem) => problem.path === finding.path));
	const all = [...local, ...found];
	return { errors: all.filter((finding) => finding.severity === "error"), warnings: all.filter((finding) => finding.severity !== "error") };
}

export interface Verdict {
	/** `unwritten`: the form is as new, so what it lacks is no mistake yet. */
	kind: "valid" | "invalid" | "unwritten" | "checking" | "blocked" | "failed";
	/** One line for the foot of the composer. */
	line: string;
	/** Plain Send works. */
	canSend: boolean;
	/** Send with `override` can be offered. */
	canOverride: boolean;
}

export interface VerdictInput {
	problems: Problems;
	/** Null while nothing was checked yet. */
	check: MessageCheck | null;
	/** The check belongs to the text as it is now. */
	fresh: boolean;
	checkError: WireError | null;
	link: LinkEffect;
	runId: string | null;
	/** Something was typed. */
	touched: boolean;
}

/** A finding about what is written, not about when. */
const isOfForm = (code: string): boolean => code.startsWith("schema.") || code.startsWith("form.");

export function verdictOf({ problems, check, fresh, checkError, link, runId, touched }: VerdictInput): Verdict {
	const { errors, warnings } = problems;
	if (link.kind === "blocked") return { kind: "blocked", line: link.text, canSend: false, canOverride: false };
	if (checkError) return { kind: "failed", line: `The check could not run. ${checkError.message}`, canSend: true, canOverride: false };
	// What an untouched form lacks is no mistake yet; what is wrong with the moment (no open run, a turn that was taken) is said all the same.
	const first = touched ? errors[0] : (errors.find(({ code }) => !isOfForm(code)) ?? errors[0]);
	if (first) {
		if (!touched && isOfForm(first.code)) return { kind: "unwritten", line: "Not written yet.", canSend: false, canOverride: true };
		const what = `${first.path === "" ? "" : `${first.path}: `}${first.message}`;
		if (!touched) return { kind: "unwritten", line: what, canSend: false, canOverride: true };
		const line = errors.length === 1 ? what : `${plural(errors.length, "problem")}. ${what}`;
		return { kind: "invalid", line, canSend: false, canOverride: fresh || !check };
	}
	if (!check) return { kind: "checking", line: "Checking", canSend: true, canOverride: false };
	const turn = check.nextTurn === null ? "" : ` Turn ${check.nextTurn}${runId ? `, sent during run ${runId}` : ""}.`;
	const noted = warnings.length > 0 ? ` ${plural(warnings.length, "warning")}.` : "";
	const queued = link.kind === "queues" ? ` ${link.text}` : "";
	return { kind: "valid", line: `Valid.${turn}${noted}${queued}`, canSend: true, canOverride: false };
}

/** What a refused send means and the way on. */
export function sendErrorWords(error: WireError): { title: string; text: string } {
	switch (error.code) {
		case "BRIDGE_LOST":
			return {
				title: "Whether it was sent is not known",
				text: "The program was lost while it was asked. When it answers again, the end of the timeline shows whether the message is there.",
			};
		case "BRIDGE_DOWN":
			return { title: "Not sent: not connected to the program", text: "The draft is kept. Send it once the program answers again." };
		case "SESSION_NOT_OPEN":
			return { title: "Not sent: no open link", text: `${error.message} Connect the session, then send again. The draft is kept.` };
		case "MESSAGE_INVALID":
			return { title: "Not sent: the message is invalid", text: `${error.message} Mend it, or use “Send although invalid”.` };
		case "MESSAGE_TOO_LARGE":
			return { title: "Not sent: too large", text: `${error.message} Shorten it. The draft is kept.` };
		case "SESSION_ENDED":
			return { title: "Not sent: the session has ended", text: `${error.message} Open a new session and put the text there.` };
		default:
			return { title: "Not sent", text: `${error.message} The draft is kept.` };
	}
}
