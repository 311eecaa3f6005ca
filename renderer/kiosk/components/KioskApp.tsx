import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { WindowApi } from "../../api/index.ts";
import { IconSprite } from "../../components/elements/Icon.tsx";
import { useNow } from "../../hooks/use-now.ts";
import type { KioskStore } from "../state/kiosk-store.ts";
import { allLanguages, chooseLanguage } from "../state/messages.ts";
import { announcement, screenOf, screenWords } from "../state/screen.ts";
import { usePageGuard } from "../use-page-guard.ts";
import { useWakeLock } from "../use-wake-lock.ts";
import { Foot } from "./Foot.tsx";
import { KioskContext } from "./kiosk-context.ts";
import { Notice } from "./Notice.tsx";
import { PinPad } from "./PinPad.tsx";
import { ScreenView } from "./ScreenView.tsx";
import { StaffPanel } from "./StaffPanel.tsx";

/** The whole page: one prompt, a foot, and the way out for staff. */
export function KioskApp({ api, store }: { api: WindowApi; store: KioskStore }) {
	const { view, files, lostSinceMs, isRefused } = useStore(store.state);
	const [isPinOpen, setPinOpen] = useState(false);
	const all = useMemo(() => allLanguages(files, (problem) => console.info(problem)), [files]);
	const { offered, current } = chooseLanguage(all, view?.look.languages ?? [], view?.language ?? null, navigator.languages);
	const { messages: m, tag: language } = current;
	const context = useMemo(() => ({ api, m, language }), [api, m, language]);
	const nowMs = useNow();
	const screen = screenOf(view, { sinceMs: lostSinceMs, isRefused }, nowMs);
	const isOpen = view?.mode === "open";

	useLook(view?.look ?? null, language);
	usePageGuard();
	useWakeLock();
	// An ordinary console has its own page; a kiosk that was locked elsewhere shows its own again.
	useEffect(() => {
		if (view?.mode === "off") location.replace("./index.html");
	}, [view?.mode]);
	const askForStaff = () => {
		if (view?.pin.isSet === false) void api.request("kiosk.unlock", { pin: "" });
		else setPinOpen(true);
	};
	useStaffKey(askForStaff);

	return (
		<KioskContext value={context}>
			<IconSprite />
			<div className="kiosk" data-state={screen.kind}>
				<main className="k-stage">
					<ScreenView screen={screen} view={view} />
				</main>
				<Foot screen={screen} view={view} offered={offered} onStaff={askForStaff} />
				<p className="vh" role="status" aria-live="polite" data-announcement="">
					{announcement(screen, screenWords(screen, view, m))}
				</p>
				{view?.mode === "locked" && !view.pin.isSet && <Notice text={m["notice.noPin"]} />}
				{isOpen ? <StaffPanel hasPin={view.pin.isSet} /> : isPinOpen && view && <PinPad pin={view.pin} onClose={() => setPinOpen(false)} />}
			</div>
		</KioskContext>
	);
}

interface Look {
	theme: "system" | "light" | "dark";
	largeType: boolean;
	highContrast: boolean;
}

/** Writes the settings where the tokens and the kiosk's styles read them. */
function useLook(look: Look | null, language: string): void {
	useEffect(() => {
		const root = document.documentElement;
		root.lang = language;
		if (!look) return;
		if (look.theme === "system") delete root.dataset.theme;
		else root.dataset.theme = look.theme;
		root.dataset.type = look.largeType ? "large" : "regular";
		root.dataset.contrast = look.highContrast ? "more" : "regular";
	}, [look, language]);
}

/** Ctrl Alt K: the way to the PIN for who has a keyboard. */
function useStaffKey(ask: () => void): void {
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			if (event.ctrlKey && event.altKey && event.code === "KeyK") {
				event.preventDefault();
				ask();
			}
		};
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	});
}
