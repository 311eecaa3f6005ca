import { createStore, type StoreApi } from "zustand/vanilla";
import type { AppInfo, OperatorApi, StoreHealth } from "../../schemas/ipc.ts";
import type { Finding } from "../../schemas/timeline.ts";
import type { ManualPlace } from "./manual-place.ts";
import { type Pane, type PaneWidths, USUAL_WIDTHS, widthOf } from "./pane-sizes.ts";
import { learnProtocols } from "./protocols.ts";

export type Screen = "sessions" | "library" | "connect" | "compare" | "manual";
export type Theme = "system" | "light" | "dark";
export type Density = "dense" | "regular" | "roomy";

/** A short message in the corner. `alarm` stays until it is dismissed. */
export interface Toast {
	id: number;
	meaning: "plain" | "alarm";
	title: string;
	text?: string;
	/** What an error says was found. */
	findings?: readonly Finding[];
	/** The way back, or on; pressing it dismisses the message, which then stays a little longer. */
	action?: { label: string; run: () => void };
}

export interface AppState {
	screen: Screen;
	selectedSessionId: string | null;
	theme: Theme;
	density: Density;
	/** Single-letter keys act outside text fields. */
	letterKeys: boolean;
	/** The list shows pings, pongs and acks. */
	heartbeats: boolean;
	/** The list shows consecutive deltas as one row. */
	folds: boolean;
	info: AppInfo | null;
	/** Health of the transcript store, from the first `app.info` and then `store.health`. */
	health: StoreHealth | null;
	toasts: readonly Toast[];
	/** The list of keys is on show. */
	isKeysOpen: boolean;
	/** Parts that were drawn wider or narrower, in px; 0: folded away. */
	widths: PaneWidths;
	/** All of the reader's panel is on show; null: nobody chose, the window's height decides. */
	isReaderOpen: boolean | null;
	/** What the manual shows, or showed last. */
	manual: ManualPlace;
}

export interface AppStore {
	state: StoreApi<AppState>;
	/** Reads settings and info; safe to call again after the bridge came back. */
	load(): Promise<void>;
	show(screen: Screen): void;
	/** Selects a session and shows it. */
	openSession(sessionId: string): void;
	set<Key extends "theme" | "density" | "letterKeys" | "heartbeats" | "folds">(key: Key, value: AppState[Key]): void;
	setWidth(pane: Pane, widthPx: number): void;
	openReader(isOpen: boolean): void;
	showKeys(isOpen: boolean): void;
	/** Shows the manual, there or where it was left. */
	openManual(place?: ManualPlace): void;
	say(toast: Omit<Toast, "id">): void;
	dismiss(id: number): void;
	dispose(): void;
}

const REST_MS = 300;

const isTheme = (text: string | undefined): text is Theme => text === "system" || text === "light" || text === "dark";
const isDensity = (text: string | undefined): text is Density => text === "dense" || text === "regular" || text === "roomy";

/** Screen, selection and the operator's settings. Settings survive through `settings.set`, written as they change. */
export function createAppStore(api: OperatorApi): AppStore {
	const state = createStore<AppState>(() => ({
		screen: "sessions",
		selectedSessionId: null,
		theme: "system",
		density: "regular",
		letterKeys: true,
		heartbeats: false,
		folds: true,
		info: null,
		health: null,
		toasts: [],
		isKeysOpen: false,
		widths: USUAL_WIDTHS,
		isReaderOpen: null,
		manual: { page: "watch-and-answer", heading: null },
	}));
	const stopHealth = api.on("store.health", ({ health }) => state.setState({ health }));
	let nextToast = 1;

	const save = (key: string, value: string) => {
		// A setting that cannot be saved still holds until the window closes; the store's own banner says why.
		void api.request("settings.set", { key, value });
	};
	/** Of what is dragged only where it comes to rest is kept. */
	const saveSoon = (key: string, value: string) => {
		clearTimeout(resting.get(key));
		resting.set(
			key,
			setTimeout(() => save(key, value), REST_MS),
		);
	};
	const resting = new Map<string, ReturnType<typeof setTimeout>>();
	return {
		state,
		async load() {
			const [info, settings] = await Promise.all([api.request("app.info", {}), api.request("settings.get", {})]);
			if (info.ok) learnProtocols(info.value.protocols);
			if (info.ok) state.setState({ info: info.value, health: info.value.store });
			if (!settings.ok) return;
			const { theme, density, letterKeys, heartbeats, folds, selectedSession, railWidth, inspectorWidth, readerOpen } = settings.value;
			state.setState((before) => ({
				theme: isTheme(theme) ? theme : before.theme,
				density: isDensity(density) ? density : before.density,
				letterKeys: letterKeys === undefined ? before.letterKeys : letterKeys === "yes",
				heartbeats: heartbeats === undefined ? before.heartbeats : heartbeats === "yes",
				folds: folds === undefined ? before.folds : folds === "yes",
				widths: { rail: widthOf("rail", railWidth), inspector: widthOf("inspector", inspectorWidth) },
				isReaderOpen: readerOpen === undefined ? before.isReaderOpen : readerOpen === "yes",
				selectedSessionId: before.selectedSessionId ?? selectedSession ?? null,
			}));
		},
		show: (screen) => state.setState({ screen }),
		openSession(sessionId) {
			state.setState({ screen: "sessions", selectedSessionId: sessionId });
			save("selectedSession", sessionId);
		},
		set(key, value) {
			state.setState({ [key]: value });
			save(key, typeof value === "boolean" ? (value ? "yes" : "no") : value);
		},
		setWidth(pane, widthPx) {
			state.setState(({ widths }) => ({ widths: { ...widths, [pane]: widthPx } }));
			saveSoon(`${pane}Width`, String(widthPx));
		},
		openReader(isReaderOpen) {
			state.setState({ isReaderOpen });
			save("readerOpen", isReaderOpen ? "yes" : "no");
		},
		showKeys: (isKeysOpen) => state.setState({ isKeysOpen }),
		openManual: (place) => state.setState(({ manual }) => ({ screen: "manual", isKeysOpen: false, manual: place ?? manual })),
		say(toast) {
			const id = nextToast++;
			state.setState((before) => ({ toasts: [...before.toasts.slice(-3), { ...toast, id }] }));
		},
		dismiss: (id) => state.setState((before) => ({ toasts: before.toasts.filter((toast) => toast.id !== id) })),
		dispose: stopHealth,
	};
}
