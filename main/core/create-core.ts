import type { Result } from "../../schemas/errors.ts";
import type { EventName, Events } from "../../schemas/ipc.ts";
import type { LibraryJob } from "../../schemas/library.ts";
import { createConnectionDesk } from "./connections/connection-desk.ts";
import { createDispatch } from "./dispatch.ts";
import { createFileShelf } from "./files/file-shelf.ts";
import { createAppHandlers } from "./handlers/app.ts";
import { createConnectionHandlers } from "./handlers/connections.ts";
import { createConversationHandlers } from "./handlers/conversation.ts";
import { createFileHandlers } from "./handlers/files.ts";
import { createInterchangeHandlers } from "./handlers/interchange.ts";
import { createKioskHandlers } from "./handlers/kiosk.ts";
import { createLibraryHandlers } from "./handlers/library.ts";
import { createMessageHandlers } from "./handlers/messages.ts";
import { createRepairHandlers } from "./handlers/repair.ts";
import { createSearchHandlers } from "./handlers/search.ts";
import { createSeatHandlers } from "./handlers/seats.ts";
import { createSessionHandlers } from "./handlers/sessions.ts";
import { createTableHandlers } from "./handlers/tables.ts";
import { createTapHandlers } from "./handlers/taps.ts";
import { createTemplateDesk } from "./handlers/templates.ts";
import { createTimelineHandlers } from "./handlers/timeline.ts";
import { createReplayDesk } from "./interchange/replay-desk.ts";
import { createKioskDesk, type KioskDesk } from "./kiosk/desk.ts";
import { createWindowDoors } from "./kiosk/door.ts";
import { CLOSING_READ_MS } from "./limits.ts";
import { createNfcConsole, type NfcConsole } from "./nfc/nfc-console.ts";
import type { Ports } from "./ports.ts";
import { schemasOf } from "./protocols/table.ts";
import { createReadingDesk } from "./reading/reading-desk.ts";
import { createSecretGuard, maskedLog } from "./secret-guard.ts";
import { watchClock } from "./session/clock-watch.ts";
import { createKnownSecrets } from "./session/known-secrets.ts";
import { createRegistry } from "./session/registry.ts";
import { createOverSealer } from "./session/seal-when-over.ts";
import { createThrottle } from "./throttle.ts";

/** A session's summary is told at most this often, ms. */
const SUMMARY_INTERVAL_MS = 50;
/** A session's list growth is told at most this often, ms: one frame of the screen. */
const TIMELINE_INTERVAL_MS = 16;

export type CoreListener = <N extends EventName>(name: N, payload: Events[N]) => void;

/** The whole console behind two doors: requests in, events out. */
export interface Core {
	dispatch(name: string, args: unknown): Promise<Result<unknown>>;
	subscribe(listener: CoreListener): () => void;
	/** The same two doors for windows: a locked kiosk lets through only what its page needs. */
	forWindows: Pick<Core, "dispatch" | "subscribe">;
	/** `start` once, by a host that has windows. */
	kiosk: Pick<KioskDesk, "start" | "mode" | "reset" | "setup">;
	/** For hosts that hear of sleep from the system; without it the clock's jump tells. */
	wokeUp(): void;
	/** The computer is about to sleep: sessions whose protocol wants it hand their seat back until it wakes. */
	goingToSleep(): void;
	dispose(): Promise<void>;
}

export async function createCore(given: Ports): Promise<Core> {
	const secrets = createKnownSecrets();
	const guard = createSecretGuard(secrets);
	const ports: Ports = { ...given, log: maskedLog(given.log, secrets) };
	const listeners = new Set<CoreListener>();
	const emit: CoreListener = guard.listener((name, payload) => {
		for (const listener of listeners) listener(name, payload);
	});
	const growth = new Map<string, Events["timeline.changed"]>();
	// A session counts as over when it was read to its end: what that finds is sealed with it.
	const sealWhenOver = createOverSealer((sessionId) => {
		void readings.finish(sessionId).finally(() => ports.transcripts.sealLater(sessionId, "over"));
	});
	const summaries = createThrottle<string>(ports.clock, SUMMARY_INTERVAL_MS, (sessionId) => {
		const session = registry.summary(sessionId);
		emit("session.changed", { session });
		sealWhenOver(session);
	});
	const timelines = createThrottle<string>(ports.clock, TIMELINE_INTERVAL_MS, (sessionId) => {
		const change = growth.get(sessionId);
		growth.delete(sessionId);
		if (change) emit("timeline.changed", change);
	});

	let nfc: NfcConsole | null = null;
	let followSchema = () => {};
	const schemas = schemasOf().desk(ports, (status) => {
		emit("schemas.changed", { status });
		followSchema();
	});
	// Before anything is sent, and not for programs that only read.
	if (ports.transcripts.health().state !== "readOnly") await schemas.read();
	const connections = createConnectionDesk(ports, () => emit("connections.changed", {}));
	const registry = await createRegistry(ports, {
		withKept: (target) => connections.withKept(target),
		secrets,
		schemas,
		changed(sessionId) {
			summaries.ask(sessionId);
			nfc?.sessionChanged();
			replays.heard(sessionId);
		},
		delivered: (sessionId, ordinal, delivery) => nfc?.delivered(sessionId, ordinal, delivery),
		fate(sessionId, fate) {
			emit("message.changed", { sessionId, fate });
			replays.heard(sessionId);
		},
		timeline(sessionId, entries, upToOrdinal, changedFrom) {
			const before = growth.get(sessionId)?.changedFrom ?? changedFrom;
			growth.set(sessionId, { sessionId, entries, upToOrdinal, changedFrom: Math.min(before, changedFrom) });
			timelines.ask(sessionId);
			readings.heard(sessionId, entries);
			replays.heard(sessionId);
		},
	});

	followSchema = registry.schemaChanged;
	const replays = createReplayDesk(ports, registry, (status) => emit("replay.changed", { status }));
	const readings = createReadingDesk(ports, registry);
	const stopHealth = ports.transcripts.onHealth((health) => emit("store.health", { health }));
	const shelf = createFileShelf(ports.ids);
	const withFile = (job: LibraryJob): LibraryJob =>
		job.kind === "backup" && job.state === "done" && job.path !== undefined ? { ...job, fileId: shelf.put(job.path) } : job;
	const stopJobs = ports.library.onJob((job) => emit("library.job", { job: withFile(job) }));
	const stopPurged = ports.library.onPurged((sessionIds) => {
		for (const sessionId of sessionIds) registry.forget(sessionId);
		emit("library.changed", { sessionIds });
	});
	const stopComplaints = ports.practice.onComplaint((sessionId) => {
		if (registry.isLive(sessionId)) summaries.ask(sessionId);
	});
	nfc = await createNfcConsole(ports, registry, emit);
	const kiosk = createKioskDesk({
		ports,
		registry,
		stored: await ports.transcripts.settings(),
		targetOf: (connectionId) => connections.target(connectionId, {}),
		nfc,
		changed: (view) => emit("kiosk.changed", { view }),
	});
	listeners.add(kiosk.heard);

	const stopWatch = watchClock(ports.clock, (byMs) => registry.clockJumped(byMs));
	if (ports.transcripts.health().state !== "readOnly") void readings.catchUp();
	const templates = createTemplateDesk(ports);
	const dispatch = createDispatch(
		guard.handlers(
			{
				...createAppHandlers(ports, registry, connections.trustWith, (key, value) => nfc?.settingChanged(key, value)),
				...createSessionHandlers(ports, registry, connections.pin),
				"session.read": async ({ sessionId }) => {
					registry.origin(sessionId);
					await readings.finish(sessionId);
					const { unread, findings: found } = registry.summary(sessionId).ledger;
					return { unread, findings: found };
				},
				...createConnectionHandlers(connections, registry),
				...createMessageHandlers(ports, registry, templates, schemas),
				"schemas.status": () => schemas.status(),
				"schemas.read": () => schemas.read(),
				...templates.handlers,
				...createTimelineHandlers(ports, registry),
				...createConversationHandlers(ports, registry, (sessionId) => void readings.finish(sessionId)),
				...createTableHandlers(ports, registry),
				...createTapHandlers(nfc, registry),
				...createInterchangeHandlers(ports, registry, replays, connections, shelf, emit),
				...createFileHandlers(shelf, ports.handOver, ports.transcripts),
				...createLibraryHandlers(ports, registry, withFile, (sessionIds) => emit("library.changed", { sessionIds })),
				...createSearchHandlers(ports, registry),
				...createSeatHandlers(ports, registry),
				...createKioskHandlers(kiosk, ports.kioskFiles),
				...createRepairHandlers(ports.repair),
			},
			registry.secrets,
		),
		ports.log,
	);
	const subscribe: Core["subscribe"] = (listener) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};

	return {
		dispatch,
		subscribe,
		forWindows: createWindowDoors({ dispatch, subscribe }, kiosk.mode),
		kiosk,
		wokeUp: () => registry.clockJumped(0),
		goingToSleep: () => registry.suspend(),
		async dispose() {
			stopWatch();
			stopHealth();
			stopJobs();
			stopPurged();
			stopComplaints();
			kiosk.dispose();
			nfc?.dispose();
			replays.dispose();
			readings.dispose();
			schemas.dispose();
			// What arrived is stored: read if that takes a moment only, else as it is.
			await registry.heardAll(CLOSING_READ_MS);
			await ports.frames.close();
			await registry.heardAll(CLOSING_READ_MS);
			registry.dispose();
			summaries.dispose();
			timelines.dispose();
			listeners.clear();
			ports.cards.close();
			ports.http.close();
			await Promise.all([ports.practice.stop(), ports.reader.stop(), ports.interchange.close()]);
			await ports.transcripts.close();
			ports.timeStamps.close();
		},
	};
}
