import { useEffect, useState } from "react";
import type { ComposerState, ComposerStore } from "../../../state/composer-store.ts";
import type { Verdict } from "../../../state/composer-words.ts";
import { fateWords } from "../../../state/fate-words.ts";
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

/** An answer that comes sooner replaces the old verdict without a flicker in between. */
const LATE_MS = 250;

/** True once `isStale` has lasted: then the old verdict has stood for too long beside another text. */
function useLate(isStale: boolean): boolean {
	const [isLate, setLate] = useState(false);
	useEffect(() => {
		if (!isStale) return;
		const timer = setTimeout(() => setLate(true), LATE_MS);
		return () => {
			clearTimeout(timer);
			setLate(false);
		};
	}, [isStale]);
	return isLate;
}

/** What the check says, and what can be done. */
export function ComposerFoot({ state, store, verdict, isStale, isTouched, isQueued, onOverride, onSend }: ComposerFootProps) {
	const sent = state.lastSent;
	const canPutBack = sent !== null && !state.drafts[sent.type]?.touched;
	// What an empty form lacks is less news than what just left.
	const isSaid = canPutBack && verdict.kind === "unwritten";
	const isLate = useLate(isStale);
	const said = isSaid ? fateWords(sent.fate) : null;
	const glyph = isLate
		? GLYPH.checking
		: said
			? { icon: said.icon, className: said.meaning === "plain" ? "" : `m-${said.meaning}` }
			: GLYPH[verdict.kind];
	const line = isLate ? "Checking" : (said?.text ?? verdict.line);
	return (
		<footer className="comp-s">
			<span className={`comp-verdict ${glyph.className} ${isStale ? "is-stale" : ""}`} role="status">
				<Icon name={glyph.icon} />
				<span className="cut" title={said?.text ?? verdict.line}>
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
