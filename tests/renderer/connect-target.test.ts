import "../fakes/learn-protocols.ts";
import { describe, expect, it } from "vitest";
import { practiceScenarios } from "../../main/practice/index.ts";
import {
	addressProblem,
	cardTarget,
	EMPTY_FORM,
	findScenarios,
	formOf,
	groupScenarios,
	needsSecrets,
	urlTarget,
} from "../../renderer/state/connect-target.ts";
import type { ScenarioInfo } from "../../schemas/ipc.ts";

const form = (change: Partial<typeof EMPTY_FORM>) => ({ ...EMPTY_FORM, ...change });

describe("the address on the connect screen", () => {
	it("takes wss anywhere and ws to this computer only", () => {
		for (const url of ["wss://a.example/x?k=1", "ws://localhost:8080", "ws://127.0.0.1:1/x", "ws://[::1]:9", "ws://app.localhost/"]) {
			expect([url, addressProblem(url, false)]).toEqual([url, null]);
		}
		expect(addressProblem("ws://10.0.0.5/x", false)).toMatchObject({ field: "url", remedy: "allowInsecure" });
		expect(addressProblem("ws://localhost.example/x", false)).not.toBeNull();
		expect(addressProblem("ws://10.0.0.5/x", true)).toBeNull();
	});

	it("names what is wrong with an address and the way on", () => {
		expect(addressProblem("", false)?.message).toContain("wss://");
		expect(addressProblem("agent.example/x", false)?.message).toContain("no scheme");
		expect(addressProblem("https://agent.example/card.json", false)).toMatchObject({ remedy: "useAsCard" });
		expect(addressProblem("ftp://x", false)?.message).toContain("ftp://");
		expect(addressProblem("wss://", false)?.message).toContain("host");
		expect(addressProblem("wss://a.example/#x", false)?.message).toContain("#x");
	});

	it("asks nothing of the console that was left alone", () => {
		expect(urlTarget(form({ url: " wss://a.example/x " }))).toEqual({
			ok: true,
			target: { protocol: "agentcall", by: { kind: "url", url: "wss://a.example/x" } },
		});
	});

	it("carries every option that was set", () => {
		const target = urlTarget(
			form({
				url: "ws://10.0.0.5/x",
				name: "Gate 3",
				sessionId: "s-1",
				headers: [
					{ id: 0, name: "Authorization", value: "Bearer x", isSecret: true },
					{ id: 1, name: "", value: "", isSecret: true },
				],
				subprotocols: "a, b",
				modalities: [],
				resume: "always",
				ack: "never",
				audioTurnControl: true,
				audioTurnCounter: "separate",
				afterBreak: "sameSession",
				tapRule: "confirmByTap",
				sequenceIn: "metadata",
				maxMessageMib: "32",
				allowInsecure: true,
			}),
		);
		expect(target).toEqual({
			ok: true,
			target: {
				protocol: "agentcall",
				by: { kind: "url", url: "ws://10.0.0.5/x" },
				name: "Gate 3",
				sessionId: "s-1",
				headers: { Authorization: "Bearer x" },
				subprotocols: ["a", "b"],
				modalities: [],
				resume: "always",
				ack: "never",
				audioTurnControl: true,
				audioTurnCounter: "separate",
				afterBreak: "sameSession",
				tapRule: "confirmByTap",
				sequenceIn: "metadata",
				maxMessageBytes: 33_554_432,
				allowInsecure: true,
			},
		});
	});

	it("takes the largest message in MiB, refuses what is no size, and shows the size again", () => {
		const bytesOf = (maxMessageMib: string) => {
			const reading = urlTarget(form({ url: "wss://a.example", maxMessageMib }));
			return reading.ok ? (reading.target.maxMessageBytes ?? "default") : reading.problem.field;
		};
		expect(["", "0.5", "0,5", "256", "257", "0", "a lot", "-1"].map(bytesOf)).toEqual([
			"default",
			524_288,
			524_288,
			268_435_456,
			...Array(4).fill("maxMessage"),
		]);
		const target = { protocol: "aifight", by: { kind: "url", url: "wss://a.example" }, maxMessageBytes: 16_777_216 } as const;
		expect(formOf(target).maxMessageMib).toBe("16");
		expect(urlTarget({ ...formOf(target) })).toMatchObject({ ok: true, target: { maxMessageBytes: 16_777_216 } });
	});

	it("refuses headers the handshake writes, broken names, broken values and doubles", () => {
		const refused = (...headers: [string, string][]) => {
			const reading = urlTarget(
				form({ url: "wss://a.example", headers: headers.map(([name, value], id) => ({ id, name, value, isSecret: true })) }),
			);
			return reading.ok ? null : reading.problem.field;
		};
		expect(refused(["Sec-WebSocket-Key", "x"])).toBe("headers");
		expect(refused(["X Y", "x"])).toBe("headers");
		expect(refused(["X", "a\r\nB: c"])).toBe("headers");
		expect(refused(["", "x"])).toBe("headers");
		expect(refused(["X", "1"], ["x", "2"])).toBe("headers");
		expect(refused(["X", "1"], ["Y", "2"])).toBeNull();
	});

	it("names both spellings of a header that is there twice", () => {
		const words = (...names: string[]) => {
			const reading = urlTarget(
				form({ url: "wss://a.example", headers: names.map((name, id) => ({ id, name, value: "v", isSecret: false })) }),
			);
			return reading.ok ? "" : reading.problem.message;
		};
		expect(words("X-Site", "x-site")).toBe("The header X-Site is there twice, also as x-site: HTTP does not tell them apart.");
		expect(words("X-Site", "X-Site")).toBe("The header X-Site is there twice.");
	});

	it("takes a card from an address or as text; a path opens no file, the person does", () => {
		expect(cardTarget(form({ cardSource: "https://a.example/card.json" }))).toMatchObject({
			target: { by: { kind: "card", source: "https://a.example/card.json" } },
		});
		for (const cardSource of ["/tmp/card.json", "card.json", "C:\\cards\\gate.json"])
			expect(cardTarget(form({ cardSource }))).toMatchObject({
				ok: false,
				problem: { field: "card", message: expect.stringContaining("Choose the card's file") },
			});
		expect(cardTarget(form({ cardSource: "", cardText: "{}" }))).toMatchObject({ target: { by: { source: "pasted card", text: "{}" } } });
		expect(cardTarget(form({ cardSource: "wss://a.example" }))).toMatchObject({ ok: false, problem: { field: "card" } });
		expect(cardTarget(form({ cardSource: "ftp://a.example/card" }))).toMatchObject({ ok: false });
	});

	it("fills the form from what was used before and asks for secrets again", () => {
		const target = {
			protocol: "agentcall" as const,
			by: { kind: "url" as const, url: "wss://a.example" },
			headers: { Authorization: "" },
			resume: "always" as const,
		};
		expect(needsSecrets(target)).toBe(true);
		expect(formOf(target)).toMatchObject({ url: "wss://a.example", headers: [{ name: "Authorization", value: "" }], resume: "always" });
		expect(needsSecrets({ ...target, headers: {} })).toBe(false);
	});

	it("finds practice agents by words in any order", () => {
		const scenario = (name: string, title: string, about: string): ScenarioInfo => ({ name, title, about, protocol: "agentcall" });
		const list = [scenario("nfc", "Asks for a card", "NFC request for 60 s"), scenario("gap", "Skips numbers", "a gap of 3")];
		expect(findScenarios(list, "card NFC").map((each) => each.name)).toEqual(["nfc"]);
		expect(findScenarios(list, "  ")).toHaveLength(2);
		expect(findScenarios(list, "zzz")).toEqual([]);
	});

	it("stand under a heading each, in their order, and each heading stands once", () => {
		const groups = groupScenarios(practiceScenarios());
		const headings = groups.map(({ group }) => group);
		expect(headings[0]).toBe("Good agents");
		expect(headings).not.toContain("");
		expect(new Set(headings).size).toBe(headings.length);
		expect(groups.flatMap(({ scenarios }) => scenarios)).toEqual(practiceScenarios());
	});
});
