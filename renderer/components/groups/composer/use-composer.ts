import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { OperatorApi } from "../../../../schemas/ipc.ts";
import { useApi, useNewest, useSession } from "../../../hooks/console-context.ts";
import { autoValuesOf } from "../../../state/audio-turn.ts";
import { type ComposerState, type ComposerStore, createComposerStore } from "../../../state/composer-store.ts";
import type { ComposedSession } from "../../../state/steady-session.ts";

/** One per session for as long as the page lives: changing the session and coming back loses nothing, undo of a send included. */
const stores = new WeakMap<OperatorApi, Map<string, ComposerStore>>();

export function storeOf(api: OperatorApi, sessionId: string): ComposerStore {
	let bySession = stores.get(api);
	if (!bySession) {
		bySession = new Map();
		stores.set(api, bySession);
		const all = bySession;
		// Another schema judges and draws observations: forms that are on show follow.
		api.on("schemas.changed", () => {
			for (const store of all.values()) if (store.state.getState().kind === "ready") void store.load();
		});
		// A reload or a closed window must not lose the last half second of typing.
		window.addEventListener("pagehide", () => {
			for (const store of all.values()) store.dispose();
		});
	}
	let store = bySession.get(sessionId);
	if (!store) {
		store = createComposerStore(api, sessionId, (delayMs, run) => {
			const timer = setTimeout(run, delayMs);
			return () => clearTimeout(timer);
		});
		bySession.set(sessionId, store);
	}
	return store;
}

/**
 * The session as its composer sees it. Cursor and acks go up with every frame: they are followed only while the message that carries them is on
 * show; else it is known whether there is a cursor at all.
 */
export function useComposedSession(sessionId: string): ComposedSession | null {
	const steady = useSession(sessionId);
	const isAck = useStore(
		storeOf(useApi(), sessionId).state,
		({ messages, selected }) => messages.find(({ type }) => type === selected)?.role === "ack",
	);
	const cursor = useNewest(sessionId, ({ ledger }) => (isAck ? ledger.cursor : Math.min(1, ledger.cursor))) ?? 0;
	const acked = useNewest(sessionId, ({ ledger }) => (isAck ? ledger.acked : 0)) ?? 0;
	return useMemo(() => steady && { ...steady, ledger: { ...steady.ledger, cursor, acked } }, [steady, cursor, acked]);
}

export function useComposer(sessionId: string, session: ComposedSession): { store: ComposerStore; state: ComposerState } {
	const store = storeOf(useApi(), sessionId);
	const state = useStore(store.state);
	const { acked, acks } = session.ledger;
	const { nextTurn, cursor, nextAudioTurn, openAudioTurn } = autoValuesOf(session);
	const { status, openRun, cancelPending, audio, interactions } = session;
	const requests = interactions.map(({ interactionId, state }) => `${interactionId} ${state}`).join(" ");
	// Acks go out four times a second while an agent speaks; only a message that acknowledges is judged by them.
	const acknowledged = state.selected === "ack" ? `${acked} ${acks}` : "";
	const fingerprint = [status.kind, openRun?.runId, cancelPending, audio.kind, acknowledged, requests].join(" ");
	useEffect(
		() => store.setContext({ nextTurn, cursor, nextAudioTurn, openAudioTurn }, fingerprint),
		[store, nextTurn, cursor, nextAudioTurn, openAudioTurn, fingerprint],
	);
	useEffect(() => {
		if (store.state.getState().kind !== "ready") void store.load();
	}, [store]);
	return { store, state };
}
