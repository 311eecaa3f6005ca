import { createMemorySecrets } from "../../main/adapters/secrets/create-memory-secrets.ts";
import type { Log, Ports } from "../../main/core/ports.ts";
import { createFakeCards, type FakeCards } from "./fake-cards.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { createFakeFrames, type FakeFrames } from "./fake-frames.ts";
import { createFakeHandOver, type FakeHandOver } from "./fake-hand-over.ts";
import { createFakeHttp, type FakeHttp } from "./fake-http.ts";
import { createFakeIds, type FakeIds } from "./fake-ids.ts";
import { createFakeInterchange } from "./fake-interchange.ts";
import { createFakeLibrary, createFakeSearch, type FakeLibrary } from "./fake-library.ts";
import { createFakePractice, type FakePractice } from "./fake-practice.ts";
import { createFakeReader, type FakeReader } from "./fake-reader.ts";
import { createFakeSchemas, type FakeSchemas } from "./fake-schemas.ts";
import { createFakeSockets, type FakeSockets } from "./fake-sockets.ts";
import { createFakeTranscripts, type FakeTranscripts } from "./fake-transcripts.ts";

export interface FakePorts extends Ports {
	clock: FakeClock;
	ids: FakeIds;
	log: Log & { readonly lines: string[] };
	sockets: FakeSockets;
	frames: FakeFrames;
	http: FakeHttp;
	transcripts: FakeTranscripts;
	library: FakeLibrary;
	cards: FakeCards;
	practice: FakePractice;
	reader: FakeReader;
	schemas: FakeSchemas;
	handOver: FakeHandOver;
}

/** A whole world for the core, in memory. */
export function createFakePorts(): FakePorts {
	const lines: string[] = [];
	return {
		clock: createFakeClock(),
		ids: createFakeIds(),
		log: {
			lines,
			warn: (message) => lines.push(`warn: ${message}`),
			error: (message) => lines.push(`error: ${message}`),
		},
		sockets: createFakeSockets(),
		frames: createFakeFrames(),
		http: createFakeHttp(),
		transcripts: createFakeTranscripts(),
		library: createFakeLibrary(),
		search: createFakeSearch(),
		cards: createFakeCards(),
		practice: createFakePractice(),
		reader: createFakeReader(),
		// Readable, so that a test can see that it is the hash which is stored.
		certificateFiles: { read: async () => ({ certificates: "", key: null }) },
		pinHash: { make: async (pin) => `hash of ${pin}`, matches: async (pin, hash) => hash === `hash of ${pin}` },
		kioskFiles: { messages: async () => [] },
		secrets: createMemorySecrets(),
		signingKey: {
			status: () => ({ fingerprint: null, publicKey: null, keptIn: "nowhere", why: "A test signs nothing." }),
			sign: () => null,
		},
		timeStamps: {
			stamp: async () => null,
			try: async () => ({ kind: "failed", problem: "A test asks no authority." }),
			last: () => null,
			close: () => {},
		},
		schemas: createFakeSchemas(),
		interchange: createFakeInterchange(),
		handOver: createFakeHandOver(),
		repair: {
			status: () => ({ isOpen: true, problem: null, running: null, outcome: null, profileDir: "/fake/profile" }),
			start() {},
			cancel() {},
			dismiss() {},
			retry() {},
		},
		app: { version: "0.0.0-test", host: "web", profileDir: "/fake/profile" },
	};
}
