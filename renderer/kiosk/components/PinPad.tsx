import { useEffect, useRef, useState } from "react";
import type { KioskPin } from "../../../schemas/kiosk.ts";
import { useNow } from "../../hooks/use-now.ts";
import { fill } from "../state/messages.ts";
import { BigButton } from "./BigButton.tsx";
import { useKiosk } from "./kiosk-context.ts";

const MOST_DIGITS = 12;
/** Left alone this long it closes, digits and all. */
const IDLE_MS = 30_000;
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** The way out: keys on the screen, or the digits of a keyboard. The program checks, counts and makes wait; this only shows it. */
export function PinPad({ pin, onClose }: { pin: KioskPin; onClose: () => void }) {
	const { api, m } = useKiosk();
	const [digits, setDigits] = useState("");
	const [state, setState] = useState<"typing" | "checking" | "wrong">("typing");
	const dialog = useRef<HTMLDialogElement>(null);
	const title = useRef<HTMLHeadingElement>(null);
	const nowMs = useNow();
	const waitS = pin.waitUntilMs === null ? 0 : Math.max(0, Math.ceil((pin.waitUntilMs - nowMs) / 1000));

	// The title has the focus, not a key: Enter then means the PIN as a whole.
	useEffect(() => {
		dialog.current?.showModal();
		title.current?.focus();
	}, []);
	// biome-ignore lint/correctness/useExhaustiveDependencies: every digit begins the wait anew
	useEffect(() => {
		if (waitS > 0) return;
		const timer = setTimeout(onClose, IDLE_MS);
		return () => clearTimeout(timer);
	}, [digits, state, waitS > 0, onClose]);

	const add = (digit: string) => {
		setState("typing");
		setDigits((before) => (before.length < MOST_DIGITS ? before + digit : before));
	};
	const remove = () => setDigits((before) => before.slice(0, -1));
	const enter = async () => {
		if (digits === "" || state === "checking" || waitS > 0) return;
		setState("checking");
		const answer = await api.request("kiosk.unlock", { pin: digits });
		setDigits("");
		if (answer.ok) onClose();
		else setState("wrong");
	};
	const clock = `${Math.floor(waitS / 60)}:${String(waitS % 60).padStart(2, "0")}`;
	const words =
		waitS > 0
			? fill(m["pin.wait"], { time: clock })
			: state === "checking"
				? m["pin.check"]
				: state === "wrong"
					? m["pin.wrong"]
					: digits === ""
						? m["pin.text"]
						: fill(m["pin.digits"], { count: digits.length });
	return (
		<dialog
			ref={dialog}
			className="k-pin"
			aria-label={m["pin.title"]}
			onCancel={(event) => {
				event.preventDefault();
				onClose();
			}}
			onKeyDown={(event) => {
				if (/^[0-9]$/.test(event.key)) add(event.key);
				else if (event.key === "Backspace") remove();
				else if (event.key === "Enter") {
					event.preventDefault();
					void enter();
				} else return;
			}}
		>
			<h2 ref={title} tabIndex={-1}>
				{m["pin.title"]}
			</h2>
			<p className={waitS > 0 || state === "wrong" ? "k-pin-words m-alarm" : "k-pin-words"} role="status">
				{words}
			</p>
			<p className="k-pin-dots" aria-hidden="true">
				{digits === "" ? "\u2013" : "•".repeat(digits.length)}
			</p>
			<div className="k-pin-keys">
				{DIGITS.map((digit) => (
					<BigButton key={digit} preventFocusOnPress isDisabled={waitS > 0} onPress={() => add(digit)}>
						{digit}
					</BigButton>
				))}
				<BigButton preventFocusOnPress isDisabled={waitS > 0} aria-label={m["pin.delete"]} icon="left" onPress={remove}>
					{""}
				</BigButton>
				<BigButton preventFocusOnPress isDisabled={waitS > 0} onPress={() => add("0")}>
					0
				</BigButton>
				<BigButton
					kind="main"
					icon="check"
					aria-label={m["pin.enter"]}
					isDisabled={waitS > 0}
					busy={state === "checking"}
					onPress={() => void enter()}
				>
					{""}
				</BigButton>
			</div>
			<BigButton kind="quiet" onPress={onClose}>
				{m["pin.cancel"]}
			</BigButton>
		</dialog>
	);
}
