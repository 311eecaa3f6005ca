import type { KioskPrompt, KioskTapProblem, KioskTrouble, KioskView } from "../../../schemas/kiosk.ts";
import { assertNever } from "../../state/assert-never.ts";
import { fill, type MessageKey, type Messages } from "./messages.ts";

/** What is drawn: the program's prompt, or what only the page can know. */
export type Screen = KioskPrompt | { kind: "programLost"; sinceMs: number };

/** A program that restarts is back within seconds. */
const LOST_PATIENCE_MS = 10_000;

export function screenOf(view: KioskView | null, lost: { sinceMs: number | null; isRefused: boolean }, nowMs: number): Screen {
	const { sinceMs, isRefused } = lost;
	if (sinceMs !== null && (isRefused || nowMs >= sinceMs + LOST_PATIENCE_MS)) return { kind: "programLost", sinceMs };
	if (view === null || sinceMs !== null) return { kind: "connecting" };
	return view.prompt;
}

export interface ScreenWords {
	title: string;
	/** Null when the picture and the buttons say it all. */
	text: string | null;
	/** Something went wrong with the last try. */
	problem: string | null;
	/** For the foot. */
	status: string;
}

/** The words of a screen. Words of the agent are data: they are shown as they are, in whatever language it speaks. */
export function screenWords(screen: Screen, view: KioskView | null, m: Messages): ScreenWords {
	const words = (title: string, text: string | null, status: string, problem: string | null = null): ScreenWords => ({
		title,
		text,
		problem,
		status,
	});
	switch (screen.kind) {
		case "connecting":
			return words(m["connecting.title"], m["connecting.text"], m["connecting.status"]);
		case "idle":
			return words(
				view?.look.idleText.trim() || m["idle.title"],
				screen.canBegin ? m["idle.begin.text"] : view?.look.idleText.trim() ? null : m["idle.text"],
				m["idle.status"],
			);
		case "wait":
			return words(m["wait.title"], screen.text?.text ?? m["wait.text"], m["wait.status"]);
		case "says":
			return words(screen.text.text, screen.text.isCut ? m["says.more"] : null, m["says.status"]);
		case "tap":
			return words(m["tap.title"], screen.prompt.trim() || m["tap.text"], m["tap.status"], problemWords(screen.problem, m));
		case "confirmTap":
			return screen.by === "sameCard"
				? words(m["again.title"], m["again.text"], m["confirm.status"], problemWords(screen.problem, m))
				: words(m["confirm.title"], m["confirm.text"], m["confirm.status"]);
		case "photo":
			return words(m["photo.title"], screen.prompt.trim() || m["photo.text"], m["photo.status"]);
		case "done":
			return words(m[`${screen.how}.title`], screen.text?.text ?? m[`${screen.how}.text`], m[`${screen.how}.status`]);
		case "outOfOrder":
			return words(m["out.title"], m[`out.${screen.trouble.kind}`], m["out.status"]);
		case "programLost":
			return words(m["out.title"], m["out.store"], m["out.status"]);
		default:
			return assertNever(screen);
	}
}

const PROBLEMS: Readonly<Record<KioskTapProblem, MessageKey>> = {
	lifted: "problem.lift",
	noAnswer: "problem.again",
	unresponsive: "problem.again",
	uidRefused: "problem.again",
	readFailed: "problem.again",
	partialRead: "problem.lift",
	readerGone: "problem.again",
	readRefused: "problem.other",
	pastEnd: "problem.other",
	wrongTlv: "problem.other",
	ndefInvalid: "problem.other",
	tooLong: "problem.other",
	unsupportedCard: "problem.other",
	busy: "problem.busy",
	randomId: "problem.randomId",
	otherCard: "problem.otherCard",
	notSent: "problem.notSent",
};

const problemWords = (problem: KioskTapProblem | null, m: Messages): string | null => (problem === null ? null : m[PROBLEMS[problem]]);

export interface StaffWords {
	/** What is so and what to do. */
	cause: string;
	/** Since when, when the next try is. */
	more: string;
	/** A bare code for whoever looks it up. */
	code: string | null;
}

/** The reason for staff. `clock` writes a time of day. */
export function staffWords(screen: Screen, m: Messages, clock: (atMs: number) => string): StaffWords | null {
	if (screen.kind === "programLost")
		return { cause: m["staff.program"], more: fill(m["out.since"], { time: clock(screen.sinceMs) }), code: null };
	if (screen.kind !== "outOfOrder") return null;
	const { trouble, sinceMs } = screen;
	const retryAtMs = trouble.kind === "agent" ? trouble.retryAtMs : null;
	const next = retryAtMs === null ? m["out.alone"] : fill(m["out.retry"], { time: clock(retryAtMs) });
	return {
		cause: causeOf(trouble, m),
		more: `${fill(m["out.since"], { time: clock(sinceMs) })} ${next}`,
		code: trouble.kind === "agent" ? trouble.code : null,
	};
}

function causeOf(trouble: KioskTrouble, m: Messages): string {
	switch (trouble.kind) {
		case "reader": {
			const { state } = trouble;
			// Those three serve a card and are no trouble.
			if (state === "ready" || state === "cardPresent" || state === "unsupportedCard") return m["staff.reader.fault"];
			return m[`staff.reader.${state}`];
		}
		case "agent":
			return m[`staff.agent.${trouble.why}`];
		case "store":
			return m["staff.store"];
		default:
			return assertNever(trouble);
	}
}

/** What a screen reader is told when the screen changes; the same text for the same screen, so that nothing is said twice. */
export function announcement(screen: Screen, { title, text, problem }: ScreenWords): string {
	// The dots of a masked card say nothing aloud.
	const card = screen.kind === "confirmTap" && screen.by === "button" ? screen.card.replaceAll("•", "").trim() : null;
	const all = [problem, title, card === null ? text : `${text} ${card}`];
	return all.filter((part) => part !== null && part !== "").join(". ");
}

/** The clock of a request, or of the time until the next visitor. */
export interface Countdown {
	/** 1 at the beginning, 0 at the end. */
	share: number;
	seconds: number;
	/** `41`, or `2:05`. */
	shown: string;
	kind: "request" | "restart";
}

export function countdownOf(screen: Screen, nowMs: number): Countdown | null {
	const [fromMs, toMs] =
		screen.kind === "tap" || screen.kind === "confirmTap" || screen.kind === "photo"
			? [screen.requestedAtMs, screen.expiresAtMs]
			: screen.kind === "done"
				? [screen.sinceMs, screen.untilMs]
				: [0, null];
	// Beyond an hour a ring says nothing.
	if (toMs === null || toMs - nowMs > 3_600_000) return null;
	const whole = Math.max(1, toMs - fromMs);
	const left = Math.min(whole, Math.max(0, toMs - nowMs));
	const seconds = Math.ceil(left / 1000);
	const shown = seconds < 100 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
	return { share: left / whole, seconds, shown, kind: screen.kind === "done" ? "restart" : "request" };
}

/** Lines of the text's own; more of them are a long text, however short they are. */
const MOST_LINES = 6;

/** Long texts are set smaller, so that they are read without a finger. */
export function textSize(text: string): "huge" | "large" | "plain" {
	if (text.split("\n").length > MOST_LINES) return "plain";
	if (text.length <= 60) return "huge";
	return text.length <= 220 ? "large" : "plain";
}
