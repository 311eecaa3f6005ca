import type { FrameReader } from "../../main/core/ports.ts";
import { doorOf } from "../../main/core/protocols/table.ts";

export interface FakeFrames extends FrameReader {
	/** Frames that are being read, oldest first; each is answered when the test says so. */
	readonly reading: { byteLength: number; finish(): void; giveBack(): void }[];
}

/** Reads by the protocols' own rules, when the test lets it. */
export function createFakeFrames(): FakeFrames {
	const reading: FakeFrames["reading"] = [];
	return {
		reading,
		read: (rule, opcode, bytes) =>
			new Promise((resolve) => {
				const text = opcode === "text" ? new TextDecoder().decode(bytes) : null;
				reading.push({
					byteLength: bytes.length,
					finish() {
						reading.shift();
						resolve({ bytes, decoded: doorOf(rule.protocol).readFrame(opcode, text, bytes.length, rule) });
					},
					giveBack: () => resolve({ bytes, decoded: doorOf(rule.protocol).unreadFrame(null) }),
				});
			}),
		async close() {
			for (const { giveBack } of reading.splice(0)) giveBack();
		},
	};
}
