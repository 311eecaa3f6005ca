import { WebSocket } from "ws";

export interface Frame {
	binary: boolean;
	text: string;
	bytes: Buffer;
	/** The frame as JSON, or null. */
	json: Record<string, unknown> | null;
	/** The AG-UI event, out of its envelope; the frame itself when it has none. */
	event: Record<string, unknown>;
	type: string;
	sequence: number | null;
}

/** A bare client that keeps everything it is told, in order. */
export interface Client {
	frames: Frame[];
	pings: string[];
	/** Sends an object as JSON, a string as it is. */
	send(message: object | string): void;
	/** The first frame from here on (or already there, after the last one answered) that fits. */
	next(fits: (frame: Frame) => boolean, what?: string): Promise<Frame>;
	/** The next frame of that type. */
	type(type: string): Promise<Frame>;
	closed: Promise<{ code: number; reason: string }>;
	ws: WebSocket;
	/** Closes and waits. */
	leave(): Promise<void>;
}

const WAIT_MS = 5000;

function read(bytes: Buffer, binary: boolean): Frame {
	const text = bytes.toString("utf8");
	let json: Record<string, unknown> | null = null;
	try {
		json = JSON.parse(text) as Record<string, unknown>;
	} catch {
		json = null;
	}
	const event = json?.type === "agui.event" ? (json.event as Record<string, unknown>) : (json ?? {});
	const sequence = Number.isSafeInteger(json?.sequence) ? (json?.sequence as number) : null;
	return { binary, text, bytes, json, event, type: String(event.type ?? ""), sequence };
}

export async function dial(
	url: string,
	options: { headers?: Record<string, string>; skipUtf8?: boolean; protocols?: string[] } = {},
): Promise<Client> {
	const ws = new WebSocket(url, options.protocols ?? [], {
		...(options.headers ? { headers: options.headers } : {}),
		skipUTF8Validation: options.skipUtf8 ?? false,
		maxPayload: 8 * 1024 * 1024,
	});
	const frames: Frame[] = [];
	const pings: string[] = [];
	let seen = 0;
	let wake = () => {};
	const closed = new Promise<{ code: number; reason: string }>((resolve) => {
		ws.on("close", (code, reason) => {
			resolve({ code, reason: String(reason) });
			wake();
		});
	});
	ws.on("message", (data: Buffer, binary) => {
		frames.push(read(Buffer.from(data), binary));
		wake();
	});
	ws.on("ping", (payload) => pings.push(String(payload)));
	await new Promise<void>((resolve, reject) => {
		ws.once("open", resolve);
		ws.once("error", reject);
	});
	ws.on("error", () => {});

	const client: Client = {
		frames,
		pings,
		ws,
		closed,
		send: (message) => ws.send(typeof message === "string" ? message : JSON.stringify(message)),
		async next(fits, what = "such a frame") {
			const deadline = Date.now() + WAIT_MS;
			for (;;) {
				while (seen < frames.length) {
					const frame = frames[seen++] as Frame;
					if (fits(frame)) return frame;
				}
				const left = deadline - Date.now();
				if (left <= 0 || ws.readyState >= ws.CLOSING)
					throw new Error(
						`No ${what}. The last frames: ${frames
							.slice(-5)
							.map((frame) => frame.text.slice(0, 120))
							.join("\n")}`,
					);
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, left);
					wake = () => {
						clearTimeout(timer);
						resolve();
					};
				});
			}
		},
		type: (type) => client.next((frame) => frame.type === type, type),
		async leave() {
			ws.close();
			await closed;
		},
	};
	return client;
}

/** A `session.start` with the usual offers. */
export const start = (sessionId: string, resumeFromSequence = 0, more: object = {}): object => ({
	type: "session.start",
	sessionId,
	resumeFromSequence,
	clientCapabilities: { physicalObservations: { modalities: ["nfc", "photo"] }, ...more },
});

export const nfcTap = {
	modality: "nfc",
	observedAt: "2026-12-01T10:00:20.100Z",
	simulated: true,
	uid: "04a2b31c5d6e80",
	technologies: ["NFC-A"],
	ndef: { records: [{ tnf: 1, type: "U", payload: "BGV4YW1wbGUuY29tL2IvNDI=" }] },
};

/** Text of the messages in these frames, as a reader would see it. */
export const spoken = (frames: readonly Frame[]): string =>
	frames
		.filter((frame) => frame.type === "TEXT_MESSAGE_CONTENT")
		.map((frame) => frame.event.delta)
		.join("");
