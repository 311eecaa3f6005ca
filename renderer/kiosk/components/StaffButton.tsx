import { useEffect, useRef, useState } from "react";
import { Icon } from "../../components/elements/Icon.tsx";
import { useKiosk } from "./kiosk-context.ts";

const HOLD_MS = 3000;

/**
 * In the corner; held for three seconds it leads to the PIN, so that no passing finger opens it. A press without a pointer (a key, a screen
 * reader) has no length and opens it at once: the PIN is what guards.
 */
export function StaffButton({ onOpen, hasPin }: { onOpen: () => void; hasPin: boolean }) {
	const { m } = useKiosk();
	const [isHeld, setHeld] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
	const release = () => {
		if (timer.current !== null) clearTimeout(timer.current);
		timer.current = null;
		setHeld(false);
	};
	useEffect(() => () => void (timer.current !== null && clearTimeout(timer.current)), []);
	return (
		<button
			type="button"
			className="k-corner"
			aria-label={m["foot.staff"]}
			onPointerDown={(event) => {
				event.currentTarget.setPointerCapture(event.pointerId);
				release();
				setHeld(true);
				timer.current = setTimeout(() => {
					release();
					onOpen();
				}, HOLD_MS);
			}}
			onPointerUp={release}
			onPointerCancel={release}
			onClick={(event) => {
				if (event.detail === 0) onOpen();
			}}
		>
			<span className={`k-hold ${isHeld ? "is-held" : ""}`} aria-hidden="true" />
			<Icon name="lock" />
			<span>{isHeld ? m["foot.hold"] : hasPin ? m["foot.staff"] : m["foot.noPin"]}</span>
		</button>
	);
}
