import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { OBSERVATION_SCHEMA_ID as ID } from "../../schemas/agentcall/observation-id.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });
const part = (desk: Page) => desk.getByRole("region", { name: "Schema of observations" });

const theirs = (more: object = {}) =>
	JSON.stringify({
		$schema: "https://json-schema.org/draft/2020-12/schema",
		$id: ID,
		title: "Physical observation 0.1",
		type: "object",
		required: ["kind", "serial"],
		properties: {
			kind: { const: "card" },
			serial: { title: "Serial of the card", type: "string", pattern: "^[0-9A-F]{8}$" },
			note: { title: "Note", type: "string", maxLength: 20 },
		},
		additionalProperties: false,
		...more,
	});

test("a schema dropped into the profile takes over form and check of an open session; a broken one says where, and the stand-in is back", async ({
	desk,
	agent,
	program,
}) => {
	const drop = (name: string, text: string) => writeFileSync(path.join(program.profile, "schemas", name), text);
	await connectByCard(desk, agent);
	await composer(desk).getByRole("tab", { name: "user.observation" }).click();
	await expect(composer(desk)).toContainText("Stand-in schema");
	await expect(composer(desk).getByRole("radio", { name: "NFC tap" })).toBeVisible();

	// The folder is watched: nothing is pressed.
	drop("real.json", theirs());
	await expect(composer(desk)).toContainText("Schema of this profile: real.json");
	await expect(composer(desk).getByRole("radio", { name: "NFC tap" })).toHaveCount(0);
	await desk.keyboard.press("F2");
	await composer(desk).getByLabel("Serial of the card").fill("04a2");
	await expect(composer(desk).locator(".comp-out")).toContainText("/observation/serial");
	await composer(desk).getByLabel("Serial of the card").fill("04A2B31C");
	await expect(composer(desk).locator(".comp-out")).not.toContainText("/observation/serial");
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.observation").length).toBe(1);
	expect(agent.of("user.observation")[0]?.observation).toEqual({ kind: "card", serial: "04A2B31C" });

	await desk.keyboard.press("Control+n");
	await expect(part(desk)).toContainText("real.json");
	await expect(part(desk)).toContainText(ID);
	drop("real.json", theirs({ properties: { serial: { type: "strin" } } }));
	await part(desk).getByRole("button", { name: "Read again" }).click();
	await expect(part(desk).getByRole("article")).toContainText("real.json at /properties/serial/type");
	await expect(part(desk).getByRole("article")).toContainText("It is no valid schema");
	await expect(part(desk).getByRole("article")).toContainText("The stand-in is in force.");
	await expect(part(desk).locator(".badge").first()).toHaveText("stand-in");
	drop("real.json", "{");
	await expect(part(desk).getByRole("article")).toContainText("Not valid JSON");
	rmSync(path.join(program.profile, "schemas", "real.json"));
	await expect(part(desk).getByRole("article")).toHaveCount(0);

	await desk.keyboard.press("g");
	await desk.keyboard.press("s");
	await composer(desk).getByRole("tab", { name: "user.observation" }).click();
	await expect(composer(desk)).toContainText("Stand-in schema");
	await expect(composer(desk).getByRole("radio", { name: "NFC tap" })).toBeVisible();
});

test("what was being written when the schema changes is kept, and said where it does not fit", async ({ desk, agent, program }) => {
	await connectByCard(desk, agent);
	await composer(desk).getByRole("tab", { name: "user.observation" }).click();
	await composer(desk).getByLabel("UID").fill("04 a2 b3 1c");
	writeFileSync(path.join(program.profile, "schemas", "real.json"), theirs());
	await expect(composer(desk)).toContainText("Schema of this profile: real.json");
	await expect(composer(desk).locator(".cm-content")).toContainText("04a2b31c");
});

test("a schema that never answers is given up, and the window goes on", async ({ desk, agent, program }) => {
	const pattern = theirs({
		properties: { kind: { const: "card" }, serial: { title: "Serial of the card", type: "string", pattern: "^([A-F]+)+$" } },
	});
	writeFileSync(path.join(program.profile, "schemas", "slow.json"), pattern);
	await connectByCard(desk, agent);
	await composer(desk).getByRole("tab", { name: "user.observation" }).click();
	await desk.keyboard.press("F2");
	await composer(desk)
		.getByLabel("Serial of the card")
		.fill(`${"A".repeat(60)}!`);
	await expect(composer(desk)).toContainText("Stand-in schema", { timeout: 20_000 });
	await desk.keyboard.press("Control+n");
	await expect(part(desk).getByRole("article")).toContainText("slow.json");
	await expect(part(desk).getByRole("article")).toContainText("took too long");
});
