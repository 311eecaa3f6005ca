import { useEffect, useRef } from "react";
import { BigButton } from "./BigButton.tsx";
import { useKiosk } from "./kiosk-context.ts";

/** An unlocked kiosk nobody touches for this long is locked again. */
const IDLE_MS = 120_000;

/** What staff can do here; everything else is in the console. */
export function StaffPanel({ hasPin }: { hasPin: boolean }) {
	const { api, m } = useKiosk();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal(), []);
	useEffect(() => {
		let timer = setTimeout(lock, IDLE_MS);
		function lock() {
			void api.request("kiosk.lock", {});
		}
		const again = () => {
			clearTimeout(timer);
			timer = setTimeout(lock, IDLE_MS);
		};
		for (const name of ["pointerdown", "keydown"] as const) window.addEventListener(name, again);
		return () => {
			clearTimeout(timer);
			for (const name of ["pointerdown", "keydown"] as const) window.removeEventListener(name, again);
		};
	}, [api]);
	const back = () => void api.request("kiosk.lock", {});
	return (
		<dialog
			ref={dialog}
			className="k-pin"
			aria-label={m["panel.title"]}
			onCancel={(event) => {
				event.preventDefault();
				back();
			}}
		>
			<h2>{m["panel.title"]}</h2>
			<p className="k-pin-words">{m["panel.text"]}</p>
			{!hasPin && <p className="k-pin-words m-finding">{m["notice.noPin"]}</p>}
			<BigButton kind="main" autoFocus onPress={back}>
				{m["panel.back"]}
			</BigButton>
			<BigButton
				onPress={() => {
					void api.request("kiosk.renew", {}).then(back);
				}}
			>
				{m["panel.renew"]}
			</BigButton>
			<BigButton onPress={() => location.replace("./index.html")}>{m["panel.console"]}</BigButton>
		</dialog>
	);
}
