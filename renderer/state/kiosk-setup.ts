import { createStore, type StoreApi } from "zustand/vanilla";
import type { ListedConnection } from "../../schemas/connections.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";
import type { KioskConnection, KioskMessageFile, KioskPin, KioskSettings } from "../../schemas/kiosk.ts";

export interface KioskSetupState {
	/** As it is edited; null until it was read. */
	draft: KioskSettings | null;
	pin: KioskPin | null;
	connections: readonly ListedConnection[];
	files: readonly KioskMessageFile[];
	/** What the last act was refused for. */
	error: WireError | null;
	isBusy: boolean;
}

export interface KioskSetupStore {
	state: StoreApi<KioskSetupState>;
	load(): Promise<void>;
	edit(change: Partial<KioskSettings>): void;
	/** Answers whether it was taken. */
	save(): Promise<boolean>;
	/** Null takes it away. */
	setPin(pin: string | null, current: string): Promise<boolean>;
	/** Saves and locks: this window becomes the kiosk's. */
	start(): Promise<boolean>;
}

/** The kiosk's settings as staff edits them in the console. */
export function createKioskSetup(api: OperatorApi): KioskSetupStore {
	const state = createStore<KioskSetupState>(() => ({
		draft: null,
		pin: null,
		connections: [],
		files: [],
		error: null,
		isBusy: false,
	}));

	async function act(run: () => Promise<{ ok: true } | { ok: false; error: WireError }>): Promise<boolean> {
		state.setState({ isBusy: true, error: null });
		const done = await run();
		state.setState({ isBusy: false, error: done.ok ? null : done.error });
		return done.ok;
	}
	const readPin = async () => {
		const setup = await api.request("kiosk.setup", {});
		if (setup.ok) state.setState({ pin: setup.value.pin });
	};
	const save = () =>
		act(async () => {
			const { draft } = state.getState();
			return draft === null ? { ok: true } : api.request("kiosk.configure", { settings: draft });
		});
	return {
		state,
		async load() {
			const [setup, connections, files] = await Promise.all([
				api.request("kiosk.setup", {}),
				api.request("connection.list", {}),
				api.request("kiosk.messages", {}),
			]);
			state.setState({
				draft: setup.ok ? setup.value.settings : null,
				pin: setup.ok ? setup.value.pin : null,
				connections: connections.ok ? connections.value.connections : [],
				files: files.ok ? files.value : [],
				error: setup.ok ? null : setup.error,
			});
		},
		edit: (change) => state.setState(({ draft }) => ({ draft: draft && { ...draft, ...change } })),
		save,
		async setPin(pin, current) {
			const done = await act(() => api.request("kiosk.setPin", { pin, current }));
			await readPin();
			return done;
		},
		async start() {
			return (await save()) && act(() => api.request("kiosk.lock", {}));
		},
	};
}

/** A connection as one word, for a list. */
export function connectionId(connection: KioskConnection): string {
	return connection.kind === "saved" ? `saved ${connection.connectionId}` : `practice ${connection.scenario}`;
}

export function connectionOf(id: string): KioskConnection {
	const [kind, ...rest] = id.split(" ");
	const name = rest.join(" ");
	return kind === "saved" ? { kind: "saved", connectionId: name } : { kind: "practice", scenario: name };
}

/** What a PIN lacks; null when it can be set. */
export function pinProblem(pin: string, again: string): string | null {
	if (!/^[0-9]*$/.test(pin)) return "Digits only: the kiosk's pad has no other keys.";
	if (pin.length < 4) return "At least four digits.";
	if (pin.length > 12) return "At most twelve digits.";
	if (/^(\d)\1+$/.test(pin) || "01234567890123456789".includes(pin) || "98765432109876543210".includes(pin))
		return "Too easy to guess: no run of digits and not one digit only.";
	return pin === again ? null : "The two do not agree.";
}

/** The language is offered or not; the default one stays first. */
export function withLanguage(languages: readonly string[], tag: string, isOffered: boolean): string[] {
	return isOffered ? [...languages.filter((each) => each !== tag), tag] : languages.filter((each) => each !== tag);
}

export function withDefault(languages: readonly string[], tag: string): string[] {
	return [tag, ...languages.filter((each) => each !== tag)];
}
