import { useRef } from "react";
import { useConsole } from "../../../hooks/console-context.ts";
import { useFocusHeir } from "../../../hooks/focus-place.ts";
import { SENDS_MARK } from "../../../hooks/focus-region.ts";
import { audioButtons } from "../../../state/audio-turn.ts";
import type { ComposerStore } from "../../../state/composer-store.ts";
import { refusal } from "../../../state/error-findings.ts";
import { fateToast } from "../../../state/fate-words.ts";
import type { ComposedSession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { Segmented } from "../../elements/Segmented.tsx";

const FORMS = [
	{ id: "audio.turn.start", label: "start" },
	{ id: "audio.turn.commit", label: "commit" },
	{ id: "audio.turn.cancel", label: "cancel" },
] as const;

/** The spoken turn in one place: its state, the three things to do about it, and which form stands below. */
export function AudioControl({ session, store, selected }: { session: ComposedSession; store: ComposerStore; selected: string }) {
	const { api, app } = useConsole();
	const { audio, sessionId } = session;
	const place = useRef<HTMLFieldSetElement>(null);
	// A button that has done its work takes no key any more; the next one would send something else.
	useFocusHeir(place, () => document.querySelector<HTMLElement>("[data-composer] .comp-t [role=tab][aria-selected=true]")?.focus());
	const send = async (text: string) => {
		const answer = await api.request("message.send", { sessionId, text });
		const toast = answer.ok ? fateToast("The signal", answer.value) : refusal("The signal was not sent", answer.error);
		if (toast) app.say(toast);
	};
	return (
		<fieldset ref={place} className="audio" aria-label="Audio turn">
			{audio.kind !== "unavailable" && (
				<div className="btns">
					<span className="audio-state" role="status">
						<Icon name={audio.kind === "open" ? "live" : "ended"} className={audio.kind === "open" ? "m-alarm" : ""} />
						{audio.kind === "open" ? `open, turn ${audio.turn}` : "idle"}
					</span>
					{audioButtons(session)?.map(({ act, label, text, isOff }) => (
						<Button key={act} small isDisabled={isOff} {...{ [SENDS_MARK]: "" }} onPress={() => void send(text)}>
							{label}
						</Button>
					))}
				</div>
			)}
			<p className="note">Signals only, no audio: this console carries no sound.</p>
			<Segmented
				label="Form below"
				items={FORMS}
				selected={FORMS.find((form) => form.id === selected)?.id ?? "audio.turn.start"}
				onSelect={(type) => store.select(type)}
			/>
		</fieldset>
	);
}
