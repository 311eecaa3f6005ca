import type { Judge } from "../judge/judge.ts";
import type { Ways } from "../scenario.ts";
import { createFrameLog } from "./frame-log.ts";
import { type FrameMould, frameText } from "./framing.ts";
import { createOutgoing, type Link } from "./outgoing.ts";

/** What a session says, numbered, kept and written; and every way to say it wrong. */
export interface Wire {
	/** A numbered frame: an AG-UI event in the scenario's framing, or with `flat` any other object. */
	emit(body: object, form?: "flat"): void;
	/** Numbered frames from moulds, written as one batch. */
	emitMany(moulds: readonly FrameMould[]): void;
	/** An unnumbered frame for the link of this moment; nobody there, nothing said. */
	control(body: object): void;
	/** Exactly these bytes, for the link of this moment, outside the numbers. */
	raw(data: string | Uint8Array, form?: "binary"): void;
	/** The next `count` numbered frames stay off this link; a resume brings them. */
	skip(count: number): void;
	/** The next `count` numbers are never used. */
	lose(count: number): void;
	/** Writes the last `count` numbered frames again, byte for byte. */
	repeat(count: number): void;
	/** Writes another frame under the last number used. */
	conflict(body: object): void;
	lastSequence(): number;
	/** Every frame above `sequence` is still kept. */
	canReplay(sequence: number): boolean;
	/** The client may forget, so the log may: call after an ack. */
	tidy(): void;
	newEpoch(): void;
	/** Writes what comes after `sequence`, then goes on live. */
	attach(link: Link, sequence: number): void;
	detach(): void;
	link(): Link | null;
	flushed(): Promise<void>;
	room(frames: number): Promise<void>;
}

export function createWire(ways: Ways, judge: Judge): Wire {
	const log = createFrameLog();
	const outgoing = createOutgoing(log, (frame) => {
		if (frame.sequence > 0 && frame.onlyOn === undefined) judge.acks.sent(frame.sequence);
	});
	let link: Link | null = null;
	let last = 0;
	let skipping = 0;
	let forgotten = 0;

	function push(data: string, sequence: number): void {
		if (skipping > 0 && link) {
			skipping--;
			log.push({ data, sequence, notOn: link.id });
		} else log.push({ data, sequence });
	}

	/** Puts bytes on the present link only. */
	function once(data: string | Uint8Array, binary = false): void {
		if (!link) return;
		log.push({ data, binary, sequence: 0, onlyOn: link.id });
		kick();
	}

	function tidy(): void {
		const keepAbove = ways.resume === "off" ? last : Math.max(judge.acks.acked(), last - ways.retentionFrames);
		const written = link ? outgoing.position() : log.end();
		let position = log.start();
		for (; position < written; position++) {
			const frame = log.at(position);
			if (!frame || (frame.onlyOn === undefined && frame.sequence > keepAbove)) break;
			if (frame.onlyOn === undefined) forgotten = frame.sequence;
		}
		log.forget(position);
	}

	function kick(): void {
		outgoing.kick();
		tidy();
	}

	return {
		emit(body, form) {
			last++;
			push(
				frameText(body, form === "flat" && ways.framing !== "unsequenced" ? "flat" : ways.framing, last),
				ways.framing === "unsequenced" ? 0 : last,
			);
			kick();
		},
		emitMany(moulds) {
			for (const { before, after } of moulds) push(`${before}${++last}${after}`, last);
			kick();
		},
		control: (body) => once(JSON.stringify(body)),
		raw: (data, form) => once(data, form === "binary"),
		skip: (count) => {
			skipping += count;
		},
		lose: (count) => {
			last += count;
		},
		repeat(count) {
			const frames = [];
			for (let position = log.end() - 1; position >= log.start() && frames.length < count; position--) {
				const frame = log.at(position);
				if (frame && frame.onlyOn === undefined) frames.unshift(frame.data);
			}
			for (const data of frames) once(data);
		},
		conflict: (body) => once(frameText(body, ways.framing, last)),
		lastSequence: () => (ways.framing === "unsequenced" ? 0 : last),
		canReplay: (sequence) => ways.framing !== "unsequenced" && sequence >= forgotten,
		tidy,
		newEpoch() {
			log.clear();
			last = 0;
			skipping = 0;
			forgotten = 0;
			judge.newEpoch();
		},
		attach(newLink, sequence) {
			link = newLink;
			outgoing.attach(newLink, log.positionAfter(sequence));
		},
		detach() {
			link = null;
			outgoing.detach();
		},
		link: () => link,
		flushed: () => outgoing.flushed(),
		room: (frames) => outgoing.room(frames),
	};
}
