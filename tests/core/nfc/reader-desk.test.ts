import { describe, expect, it } from "vitest";
import { createCore } from "../../../main/core/create-core.ts";
import { observationOf } from "../../../main/core/protocols/agentcall/observation.ts";
import type { ReaderStatus } from "../../../schemas/reader.ts";
import { createFakePorts } from "../../fakes/fake-ports.ts";

async function open() {
	const ports = createFakePorts();
	const core = await createCore(ports);
	const events: { name: string; payload: unknown }[] = [];
	core.subscribe((name, payload) => events.push({ name, payload }));
	const status = async () => {
		const result = await core.dispatch("reader.status", {});
		if (!result.ok) expect.fail(result.error.message);
		return result.value as ReaderStatus;
	};
	return { ports, core, events, status };
}

describe("the reader in the console", () => {
	it("tells each tap once, and what its state is", async () => {
		const { ports, core, events, status } = await open();
		ports.reader.start();
		expect(await status()).toMatchObject({ state: { kind: "ready" }, lastTap: null, suppressed: 0 });
		const tap = ports.reader.tap({ uid: "04aa" });
		ports.reader.tap({ uid: "04aa" });
		expect(events.filter(({ name }) => name === "reader.tapped")).toEqual([{ name: "reader.tapped", payload: { tap } }]);
		expect(await status()).toMatchObject({ lastTap: { uid: "04aa" }, suppressed: 1 });
		const failure = ports.reader.fail({ reader: "Other Reader" });
		expect(events.filter(({ name }) => name === "reader.tapFailed")).toEqual([{ name: "reader.tapFailed", payload: { failure } }]);
		expect(await status()).toMatchObject({ lastFailure: { reason: "lifted" } });
		ports.reader.tap({ uid: "04bb" });
		expect(await status()).toMatchObject({ lastFailure: null });
		await core.dispose();
		expect(ports.reader.listeners()).toBe(0);
		expect(ports.reader.isRunning()).toBe(false);
	});
});

describe("a tap as an observation", () => {
	const { reader } = createFakePorts();
	const record = { tnf: 1, type: "U", id: "", payload: "BGV4YW1wbGUub3Jn", decoded: { recordType: "url", url: "https://example.org" } };

	it("carries what was read, and nothing else", () => {
		const tap = reader.tap({ ndef: { records: [record] } });
		expect(observationOf(tap, "id-1")).toEqual({
			ok: true,
			observation: {
				modality: "nfc",
				observationId: "id-1",
				simulated: false,
				observedAt: "2025-06-15T15:06:40.000Z",
				device: { name: tap.reader, kind: "pcsc" },
				uid: tap.uid,
				technologies: ["NFC-A"],
				tagType: tap.tagType,
				atr: tap.atr,
				ndef: { records: [record] },
			},
		});
	});

	it("says that it is simulated when a virtual reader made it", () => {
		expect(observationOf(reader.tap({ reader: "Virtual PCD 00 00" }), "id")).toMatchObject({ observation: { simulated: true } });
	});

	it("never offers a random number as an identity", () => {
		const made = observationOf(reader.tap({ uid: "08a1b2c3", isRandomUid: true }), "id");
		expect(made.ok && made.observation).not.toHaveProperty("uid");
	});

	it("is refused with a finding when a record cannot be carried unchanged", () => {
		expect(observationOf(reader.tap({ ndef: { records: [{ ...record, type: "\u00ff", typeBytes: "/w==" }] } }), "id")).toMatchObject({
			ok: false,
			findings: [{ path: "/ndef/records/0/type" }],
		});
		expect(observationOf(reader.tap({ ndef: { records: [{ ...record, id: "\u00ff", idBytes: "/w==" }] } }), "id")).toMatchObject({
			ok: false,
		});
	});
});
