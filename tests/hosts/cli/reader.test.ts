import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageBytes, uri } from "../../../main/practice/pcsc/ndef-bytes.ts";
import { createRig, type Rig, whyNoRig } from "../../../main/practice/pcsc/rig.ts";
import { ATR } from "../../../main/practice/pcsc/virtual-tag.ts";
import { type Line, startCli } from "./run-cli.ts";

const why = whyNoRig();

describe("switchboard reader", () => {
	it("takes no word it does not know", async () => {
		const { code, lines, stderr } = await startCli(["reader", "watch", "--for", "1"]).finished;
		expect({ code, lines }).toEqual({ code: 2, lines: [] });
		expect(stderr).toContain("reader watch [--timeout MS]");
	});

	it("says why there is no reader, in one line", async () => {
		const { code, lines } = await startCli(["reader", "status"], { env: { PCSCLITE_CSOCK_NAME: "/nonexistent/pcscd.comm" } }).finished;
		expect(code).toBe(0);
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatchObject({
			event: "state",
			cause: expect.stringMatching(/\.$/) as string,
			wayOn: expect.stringMatching(/\.$/) as string,
		});
		expect(lines[0]?.state).toMatch(process.platform === "linux" ? /^(serviceStopped|serviceAbsent|fault)$/ : /./);
	});

	describe("on a private PC/SC service", () => {
		if (why !== null) {
			it("is not tried here", () => console.log(`not tried: ${why}`));
			return;
		}
		let rig: Rig;
		beforeAll(async () => {
			rig = await createRig();
			await rig.startService();
		});
		afterAll(() => rig?.close());

		it("prints each tap, failure and removal, and ends when the time is over", async () => {
			const message = messageBytes([uri(4, "example.org/a")]).toString("hex");
			const running = startCli(["reader", "watch", "--timeout", "6000", "--apdu"], { env: rig.env });
			const lines: Line[] = [];
			running.child.stdout?.on("data", (part: Buffer) => {
				for (const text of String(part).trim().split("\n")) lines.push(JSON.parse(text) as Line);
			});
			const until = async (holds: (line: Line) => boolean) => {
				while (!lines.some(holds)) await new Promise((resolve) => setTimeout(resolve, 20));
			};
			await until(({ state }) => state === "ready");
			await rig.insert({ uid: "04a1b2c3d4e5f6", atr: ATR.ultralight, kind: "type2", message });
			await until(({ event }) => event === "tap");
			await rig.remove();
			await until(({ event }) => event === "removed");
			await rig.insert({
				uid: "04ffffffffffff",
				atr: ATR.ultralight,
				kind: "type2",
				message,
				faults: [{ command: "ffca", does: { answer: "6a81" } }],
			});
			const { code, lines: all } = await running.finished;
			expect(code).toBe(0);
			const ofKind = (event: string) => all.filter((line) => line.event === event);
			expect(ofKind("tap")).toMatchObject([
				{
					uid: "04a1b2c3d4e5f6",
					atr: ATR.ultralight,
					technologies: ["NFC-A", "MIFARE-Ultralight"],
					ndef: { records: [{ tnf: 1, type: "U", payload: "BGV4YW1wbGUub3JnL2E=", decoded: { url: "https://example.org/a" } }] },
				},
			]);
			expect(ofKind("tapFailed")).toMatchObject([{ reason: "uidRefused" }]);
			expect(ofKind("apdu")[0]).toMatchObject({ command: "ffca000000", response: "04a1b2c3d4e5f69000" });
			expect(ofKind("state").map(({ state }) => state)).toEqual(expect.arrayContaining(["ready", "cardPresent"]) as unknown[]);
		});
	});
});

describe("switchboard bench tap", () => {
	it("prints one object: how long an observation takes, or why it cannot be measured here", async () => {
		const { code, lines } = await startCli(["bench", "tap"], { env: { SWITCHBOARD_TAPS: "4" } }).finished;
		expect(lines).toHaveLength(1);
		if (why !== null) {
			expect({ code, lines }).toEqual({ code: 0, lines: [{ bench: "tap", notRun: why }] });
			return console.log(`not measured: ${why}`);
		}
		// The budget itself is for a computer that does nothing else.
		expect(lines[0]).toMatchObject({ bench: "tap", taps: 4, observations: 4, wrong: 0, ceilings: { p95Ms: 50 } });
	});
});
