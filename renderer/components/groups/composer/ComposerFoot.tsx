import type { ComposerState, ComposerStore } from "../../../state/composer-store.ts";
import type { Verdict } from "../../../state/composer-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";

interface ComposerFootProps {
	state: ComposerState;
	store: ComposerStore;
	verdict: Verdict;
	/** The verdict is about an earlier text; the newest one is being checked. */
	isStale: boolean;
	isTouched: boolean;
	isQueued: boolean;
	onOverride: () => void;
	onSend: () => void;
}

const GLYPH: Record<Verdict["kind"], { icon: IconName; className: string }> = {
	valid: { icon: "check", className: "" },
	invalid: { icon: "alarm", className: "m-alarm" },
	unwritten: { icon: "local", className: "" },
	checking: { icon: "waiting", className: "" },
	blocked: { icon: "ended", className: "m-finding" },
	failed: { icon: "finding", className: "m-finding" },
};

/** What the check says, and what can be done. */
export function ComposerFoot({ state, store, verdict, isStale, isTouched, isQueued, onOverride, onSend }: ComposerFootProps) {
	const sent = state.lastSent;
	const canPutBack = sent !== null && !state.drafts[sent.type]?.touched;
	// What an empty form lacks is less news than what just left.
	const isSaid = canPutBack && verdict.kind === "unwritten";
	const glyph = isSaid ? { icon: "out" as const, className: "" } : GLYPH[verdict.kind];
	const line = isSaid ? `${sent.queued ? "Queued" : "Sent"} as entry ${sent.ordinal}.` : verdict.line;
	return (
		<footer className="comp-s">
			<span className={`comp-verdict ${glyph.className} ${isStale ? "is-stale" : ""}`} role="status">
				<Icon name={glyph.icon} />
				<span className="cut" title={verdict.line}>
					{line}
				</span>
			</span>
			{canPutBack && (
				<Button small kind="quiet" icon="retry" onPress={() => store.putBack()}>
					Put back {sent.type === state.selected ? "" : sent.type}
				</Button>
			)}
			{isTouched && (
				<Button small kind="quiet" onPress={() => store.discard()}>
					Discard
				</Button>
			)}
			{verdict.canOverride && (
				<Button small kind={verdict.kind === "unwritten" ? "quiet" : "alarm"} isDisabled={state.sending} onPress={onOverride}>
					Send although invalid…
				</Button>
			)}
			<Button kind="main" small isDisabled={!verdict.canSend} busy={state.sending} hotkey="Ctrl Enter" onPress={onSend}>
				{isQueued ? "Queue" : "Send"}
			</Button>
		</footer>
	);
}
