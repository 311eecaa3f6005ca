import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Way } from "../../../state/connect-target.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import type { IconName } from "../../elements/icon-shapes.tsx";
import type { ConnectProps } from "./use-connect.ts";

export const WAYS: readonly { way: Way; icon: IconName; title: string; text: string; action: string }[] = [
	{
		way: "practice",
		icon: "play",
		title: "Practice agent",
		text: "A real WebSocket server inside this program. A working session in ten seconds, no network needed.",
		action: "Start practice",
	},
	{
		way: "card",
		icon: "card",
		title: "Agent card",
		text: "Paste the address of the card. It names the socket and says whether resume, NFC and photos are offered.",
		action: "Use a card",
	},
	{
		way: "url",
		icon: "globe",
		title: "Own address",
		text: "A wss:// address, for agents without a card. Resume is then off until you switch it on.",
		action: "Type an address",
	},
];

/** The three ways side by side. Left and right move between them, Enter takes the marked one. */
export function WayCards({
	store,
	state,
	hasFocus,
}: ConnectProps & { /** Enter is for them, unless something else comes first. */ hasFocus: boolean }) {
	const [marked, setMarked] = useState<Way>("practice");
	const list = useRef<HTMLDivElement>(null);
	const [first] = state.scenarios;
	const take = (way: Way) => {
		if (way === "practice" && first) void store.startScenario(first);
		else store.show(way);
	};
	const hasFirst = first !== undefined;
	// Enter starts the marked way at once, unless the operator is somewhere already.
	useEffect(() => {
		if (hasFirst && hasFocus && document.activeElement === document.body) list.current?.querySelector("button")?.focus();
	}, [hasFirst, hasFocus]);
	const onKeyDown = (event: KeyboardEvent) => {
		const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
		if (step === 0) return;
		event.preventDefault();
		const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
		const here = WAYS.findIndex(({ way }) => way === marked);
		buttons[(here + step + buttons.length) % buttons.length]?.focus();
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: arrow keys between the three buttons inside; each button works without them
		<div className="ways" ref={list} onKeyDown={onKeyDown}>
			{WAYS.map(({ way, icon, title, text, action }) => (
				<section key={way} className={`way ${way === marked ? "way--on" : ""}`} aria-labelledby={`way-${way}`}>
					<h2 id={`way-${way}`}>
						<Icon name={icon} />
						{title}
					</h2>
					<p>{text}</p>
					<span className="way-note">{way === "practice" && first ? `Starts “${first.title}”` : ""}</span>
					<div className="btns">
						<Button
							kind={way === marked ? "main" : "plain"}
							hotkey={way === marked ? "Enter" : undefined}
							busy={way === "practice" && state.opening}
							isDisabled={way === "practice" && !first}
							onFocus={() => setMarked(way)}
							onPress={() => take(way)}
						>
							{action}
						</Button>
					</div>
				</section>
			))}
		</div>
	);
}
