import { useEffect, useState } from "react";
import { useApi } from "../../../hooks/console-context.ts";
import { Banner } from "../../elements/Banner.tsx";
import { Button } from "../../elements/Button.tsx";

/** A console that staff opened from a kiosk and left is locked again by itself. */
const IDLE_MS = 10 * 60_000;

/** Says that this console stands where a kiosk does, and leads back to it. */
export function OpenKioskBanner() {
	const api = useApi();
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		void api.request("kiosk.view", {}).then((answer) => answer.ok && setOpen(answer.value.mode === "open"));
		return api.on("kiosk.changed", ({ view }) => setOpen(view.mode === "open"));
	}, [api]);
	useEffect(() => {
		if (!isOpen) return;
		const lock = () => void api.request("kiosk.lock", {});
		let timer = setTimeout(lock, IDLE_MS);
		const again = () => {
			clearTimeout(timer);
			timer = setTimeout(lock, IDLE_MS);
		};
		window.addEventListener("pointerdown", again);
		window.addEventListener("keydown", again);
		return () => {
			clearTimeout(timer);
			window.removeEventListener("pointerdown", again);
			window.removeEventListener("keydown", again);
		};
	}, [api, isOpen]);
	if (!isOpen) return null;
	return (
		<Banner
			action={
				<Button small icon="lock" onPress={() => void api.request("kiosk.lock", {})}>
					Back to the kiosk
				</Button>
			}
		>
			This is a kiosk that staff has unlocked. It does nothing by itself until it is locked again; after ten minutes without a touch that
			happens by itself.
		</Banner>
	);
}
