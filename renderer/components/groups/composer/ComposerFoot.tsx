import { memo, useEffect, useRef, useState } from "react";
import { useFocusHeir } from "../../../hooks/focus-place.ts";
import { SENDS_MARK } from "../../../hooks/focus-region.ts";
import type { ComposerState, ComposerStore } from "../../../state/composer-store.ts";
import type { Verdict } from "../../../state/composer-words.ts";
import { fateWords } from "../../../state/fate-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import { focusComposer } from "./focus-composer.ts";

interface ComposerFootProps {
	state: ComposerState;
	store: ComposerStore;
	verdict: Verdict;
	/** The verdict is about an earlier text; the newest one is being checked. */
	isStale: boolean;
	isTouched: boolean;
	isQueued: boolean;
	/** Both the same functions for as long as the composer is there. */
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
	const foot = useRef<HTMLElement>(null);
	// A button that has done its work goes, or takes no key any more.
	useFocusHeir(foot, focusComposer);
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
		<footer className="comp-s" ref={foot}>
			<span
				className={`comp-verdict ${glyph.className} ${isStale ? "is-stale" : ""}`}
				role="status"
				data-kind={isSaid ? "said" : verdict.kind}
			>
				<Icon name={glyph.icon} />
				<span className="cut" title={said?.text ?? verdict.line}>
					{line}
				</span>
			</span>
			<FootButtons
				store={store}
				putBack={canPutBack ? (sent.type === state.selected ? "" : sent.type) : null}
				isTouched={isTouched}
				override={verdict.canOverride ? (verdict.kind === "unwritten" ? "quiet" : "alarm") : null}
				isSending={state.sending}
				canSend={verdict.canSend}
				isQueued={isQueued}
				onOverride={onOverride}
				onSend={onSend}
			/>
		</footer>
	);
}

interface FootButtonsProps extends Pick<ComposerFootProps, "store" | "isTouched" | "isQueued" | "onOverride" | "onSend"> {
	/** Its type where that is not the one on show; null: there is nothing to put back. */
	putBack: string | null;
	/** How the way round the check is drawn; null: there is none. */
	override: "quiet" | "alarm" | null;
	isSending: boolean;
	canSend: boolean;
}

/** Not drawn again for a letter that is typed. */
const FootButtons = memo(function FootButtons(props: FootButtonsProps) {
	const { store, putBack, isTouched, override, isSending, canSend, isQueued, onOverride, onSend } = props;
	return (
		<>
			{putBack !== null && (
				<Button small kind="quiet" icon="retry" onPress={() => store.putBack()}>
					Put back {putBack}
				</Button>
			)}
			{isTouched && (
				<Button small kind="quiet" onPress={() => store.discard()}>
					Discard
				</Button>
			)}
			{override !== null && (
				<Button small kind={override} isDisabled={isSending} onPress={onOverride}>
					Send although invalid…
				</Button>
			)}
			<Button kind="main" small isDisabled={!canSend} busy={isSending} hotkey="Ctrl Enter" {...{ [SENDS_MARK]: "" }} onPress={onSend}>
				{isQueued ? "Queue" : "Send"}
			</Button>
		</>
	);
});
