import { createStore, type StoreApi } from "zustand/vanilla";
import type { ListedConnection, SavedConnection, SecretPart } from "../../schemas/connections.ts";
import type { WireError } from "../../schemas/errors.ts";
import type { OperatorApi, RecentTarget } from "../../schemas/ipc.ts";
import type { SecretKeeping } from "../../schemas/secrets.ts";
import { type ConnectStore, currentCard } from "./connect-store.ts";
import { draftOf, editForm, problemOf } from "./connection-draft.ts";

export interface ConnectionsState {
	isLoaded: boolean;
	list: readonly ListedConnection[];
	keeping: SecretKeeping | null;
	/** Something is under way; one thing at a time. */
	busy: boolean;
	/** Secrets that are asked for before this one can be used. */
	prompt: { of: ListedConnection; needs: readonly SecretPart[]; error: string | null } | null;
	renaming: { of: ListedConnection; error: string | null } | null;
	/** Removed in this window, newest last; each can be brought back. */
	removed: readonly Pick<SavedConnection, "connectionId" | "name">[];
	/** What the last change came to, said once. */
	said: string | null;
}

export interface ConnectionsStore {
	state: StoreApi<ConnectionsState>;
	load(): Promise<void>;
	/** Opens a session, or asks for the secrets that are missing. */
	connect(item: ListedConnection): Promise<void>;
	giveSecrets(values: Partial<Record<SecretPart, string>>): Promise<void>;
	closePrompt(): void;
	/** Fills the form with it. */
	edit(item: ListedConnection): void;
	/** Saves what is in the form; a field that is wrong is named there. */
	saveForm(thenConnect: boolean): Promise<void>;
	saveRecent(recent: RecentTarget): Promise<void>;
	duplicate(item: ListedConnection): Promise<void>;
	askName(item: ListedConnection | null): void;
	rename(name: string): Promise<void>;
	remove(item: ListedConnection): Promise<void>;
	restore(connectionId: string): Promise<void>;
	/** The file's name and text; null when it could not be had. */
	exportFile(item: ListedConnection): Promise<{ fileName: string; text: string } | null>;
	/** A file's content, read only when it can be one. */
	importFile(file: Pick<Blob, "size" | "text">): Promise<void>;
	dispose(): void;
}

/** The console takes no larger ones. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Whether a dropped or chosen text is a connection that was exported. */
export const isConnectionFile = (text: string): boolean => text.slice(0, 4096).includes('"switchboard-connection"');

export function createConnectionsStore(api: OperatorApi, connect: ConnectStore, onOpened: (sessionId: string) => void): ConnectionsStore {
	const state = createStore<ConnectionsState>(() => ({
		isLoaded: false,
		list: [],
		keeping: null,
		busy: false,
		prompt: null,
		renaming: null,
		removed: [],
		said: null,
	}));
	const stop = api.on("connections.changed", () => void load());

	async function load(): Promise<void> {
		const answer = await api.request("connection.list", {});
		if (answer.ok) state.setState({ isLoaded: true, list: answer.value.connections, keeping: answer.value.keeping });
		else failed(answer.error, "The saved connections");
	}

	const failed = (error: WireError, what: string) => connect.fail(error, what);

	/** One thing at a time: a second press while one is under way does nothing. */
	async function once<T>(run: () => Promise<T>): Promise<T | undefined> {
		if (state.getState().busy) return undefined;
		state.setState({ busy: true, said: null });
		connect.dismissFailure();
		try {
			return await run();
		} finally {
			state.setState({ busy: false });
		}
	}

	async function open(of: ListedConnection, values: Partial<Record<SecretPart, string>>): Promise<void> {
		const { connectionId, name } = of.connection;
		const answer = await api.request("connection.open", { connectionId, ...(Object.keys(values).length > 0 && { values }) });
		if (answer.ok) {
			state.setState({ prompt: null });
			connect.leave();
			onOpened(answer.value.sessionId);
			return;
		}
		const { error } = answer;
		const { needs } = (error.detail ?? {}) as { needs?: SecretPart[] };
		const { prompt } = state.getState();
		if (error.code === "SECRETS_NEEDED" && needs) state.setState({ prompt: { of, needs, error: null } });
		else if (prompt && problemOf(error)) state.setState({ prompt: { ...prompt, error: error.message } });
		else {
			state.setState({ prompt: null });
			failed(error, name);
		}
	}

	async function save(draft: Parameters<typeof request>[0]): Promise<SavedConnection | null> {
		const answer = await request(draft);
		if (answer.ok) {
			await load();
			return answer.value;
		}
		const problem = problemOf(answer.error);
		if (problem) connect.refuse(problem);
		else failed(answer.error, draft.name);
		return null;
	}
	const request = (connection: Parameters<typeof api.request<"connection.save">>[1]["connection"]) =>
		api.request("connection.save", { connection });

	return {
		state,
		load,
		connect: (item) =>
			once(async () => {
				if (item.needs.length > 0) state.setState({ prompt: { of: item, needs: item.needs, error: null } });
				else await open(item, {});
			}),
		giveSecrets: (values) =>
			once(async () => {
				const { prompt } = state.getState();
				if (prompt) await open(prompt.of, values);
			}),
		closePrompt: () => state.setState({ prompt: null }),
		edit(item) {
			const { connection, secrets, needs } = item;
			const { by } = connection.target;
			if (by.kind === "practice") return;
			state.setState({ said: null });
			connect.fill(by.kind, editForm(item), { connectionId: connection.connectionId, name: connection.name, secrets, needs });
		},
		saveForm: (thenConnect) =>
			once(async () => {
				const { view, form, editing } = connect.state.getState();
				if (view !== "card" && view !== "url") return;
				const reading = draftOf(form, view, view === "card" ? currentCard(connect.state.getState()) : null, editing);
				if (!reading.ok) {
					connect.refuse(reading.problem);
					return;
				}
				const saved = await save(reading.draft);
				if (!saved) return;
				connect.leave();
				state.setState({ said: `Saved as “${saved.name}”.` });
				const item = state.getState().list.find(({ connection }) => connection.connectionId === saved.connectionId);
				if (thenConnect && item) {
					if (item.needs.length > 0) state.setState({ prompt: { of: item, needs: item.needs, error: null } });
					else await open(item, {});
				}
			}),
		saveRecent: (recent) =>
			once(async () => {
				const { sessionId: _, connectionId: __, name, ...target } = recent.target;
				const secretHeaders = Object.entries(target.headers ?? {}).flatMap(([header, value]) => (value === "" ? [header] : []));
				const draft = { connectionId: null, name: name ?? recent.label, target, secretHeaders };
				const answer = await request(draft);
				if (answer.ok) {
					await load();
					state.setState({ said: `Saved as “${answer.value.name}”.` });
					return;
				}
				const problem = problemOf(answer.error);
				const { by } = target;
				// What cannot be saved as it is goes into the form, with the field named.
				if (problem && by.kind !== "practice") connect.edit(by.kind, { ...target, name: draft.name }, problem);
				else failed(answer.error, recent.label);
			}),
		duplicate: ({ connection }) =>
			once(async () => {
				const answer = await api.request("connection.duplicate", { connectionId: connection.connectionId });
				if (!answer.ok) return failed(answer.error, connection.name);
				await load();
				state.setState({ said: `“${answer.value.name}” is there now.` });
			}),
		askName: (of) => state.setState({ renaming: of && { of, error: null } }),
		rename: (name) =>
			once(async () => {
				const { renaming } = state.getState();
				if (!renaming) return;
				const { connectionId, target, secretHeaders } = renaming.of.connection;
				const answer = await request({ connectionId, name, target, secretHeaders });
				if (!answer.ok) {
					state.setState({ renaming: { ...renaming, error: answer.error.message } });
					return;
				}
				state.setState({ renaming: null });
				await load();
			}),
		remove: ({ connection }) =>
			once(async () => {
				const { connectionId, name } = connection;
				const answer = await api.request("connection.remove", { connectionId });
				if (!answer.ok) return failed(answer.error, name);
				state.setState((before) => ({ removed: [...before.removed.slice(-3), { connectionId, name }] }));
				await load();
			}),
		restore: (connectionId) =>
			once(async () => {
				const answer = await api.request("connection.restore", { connectionId });
				state.setState((before) => ({ removed: before.removed.filter((each) => each.connectionId !== connectionId) }));
				if (!answer.ok) return failed(answer.error, "The removed connection");
				await load();
				state.setState({ said: `“${answer.value.name}” is back.` });
			}),
		async exportFile({ connection }) {
			const answer = await api.request("connection.export", { connectionId: connection.connectionId });
			if (answer.ok) return answer.value;
			failed(answer.error, connection.name);
			return null;
		},
		importFile: (file) =>
			once(async () => {
				if (file.size > MAX_FILE_BYTES) {
					const message = `It has ${file.size} bytes; a saved connection is a small JSON file.`;
					return failed({ code: "CONNECTION_INVALID", message }, "The file");
				}
				const text = await file.text();
				const answer = await api.request("connection.import", { text });
				if (!answer.ok) return failed(answer.error, "The file");
				await load();
				connect.show("start");
				state.setState({ said: `Imported as “${answer.value.name}”.` });
			}),
		dispose: stop,
	};
}
