import type { Page } from "@playwright/test";
import type { HandAgent } from "./support/agent.ts";
import { connectByCard, expect, test } from "./support/fixtures.ts";
import { WHOLE_CHROMIUM } from "./support/whole-chromium.ts";

// Chromium's own stand-in for a device: a moving picture through the same way a real camera takes.

test.use({
	launchOptions: [
		async ({ launchOptions }, use) =>
			use({
				...launchOptions,
				...(WHOLE_CHROMIUM ? { executablePath: WHOLE_CHROMIUM } : {}),
				args: [...(launchOptions.args ?? []), "--use-fake-device-for-media-stream"],
			}),
		{ scope: "worker" },
	],
});

const composer = (desk: Page) => desk.getByRole("region", { name: "Composer" });

async function askedForPhoto(desk: Page, agent: HandAgent): Promise<void> {
	await connectByCard(desk, agent);
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId: "i-9", modality: "photo", prompt: "Photo of the badge.", timeoutMs: 60_000 },
	});
	await expect(desk.getByRole("region", { name: "Request from the agent" })).toBeVisible();
	await desk.keyboard.press("Control+o");
	await composer(desk).getByRole("button", { name: "Use the camera" }).click();
}

/** Wishes for a camera, and what became of each track, from now on. */
async function watched(desk: Page) {
	await desk.evaluate(() => {
		const own = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
		const wishes: unknown[] = [];
		const tracks: MediaStreamTrack[] = [];
		Object.assign(window, { wishes, tracks });
		navigator.mediaDevices.getUserMedia = async (wish) => {
			wishes.push(wish);
			const stream = await own(wish);
			tracks.push(...stream.getTracks());
			return stream;
		};
	});
	return () =>
		desk.evaluate(() => {
			const { wishes, tracks } = window as unknown as { wishes: unknown[]; tracks: MediaStreamTrack[] };
			return { wishes, tracks: tracks.map(({ kind, readyState }) => `${kind} ${readyState}`) };
		});
}

test("a photo of this device's camera is taken after consent, taken again, and says that it is real", async ({ desk, agent, context }) => {
	await context.grantPermissions(["camera"]);
	await askedForPhoto(desk, agent);
	const camera = await watched(desk);
	await expect(composer(desk).getByText("The picture stays in this window until you send it. There is no sound.")).toBeVisible();
	// Nothing wakes before a person says so here.
	expect((await camera()).wishes).toEqual([]);
	await composer(desk).getByRole("button", { name: "Switch the camera on" }).click();
	await expect(composer(desk).getByLabel("Camera picture, live")).toBeVisible();
	await expect
		.poll(() =>
			composer(desk)
				.getByLabel("Camera picture, live")
				.evaluate((video: HTMLVideoElement) => video.videoWidth),
		)
		.not.toBe(0);
	await composer(desk).getByRole("button", { name: "Take photo" }).click();
	await expect(composer(desk).getByText(/^\d+ × \d+, /)).toBeVisible();
	await expect(composer(desk).getByText("simulated: false. This device's camera took it")).toBeVisible();
	// It sleeps again as soon as there is a picture.
	expect((await camera()).tracks).toEqual(["video ended"]);
	await composer(desk).getByRole("button", { name: "Take another" }).click();
	await composer(desk).getByRole("button", { name: "Switch the camera on" }).click();
	await expect
		.poll(() =>
			composer(desk)
				.getByLabel("Camera picture, live")
				.evaluate((video: HTMLVideoElement) => video.videoWidth),
		)
		.not.toBe(0);
	await composer(desk).getByRole("button", { name: "Take photo" }).click();
	await expect(composer(desk).getByLabel("Camera picture, live")).toHaveCount(0);
	await expect(composer(desk).getByText("Valid. Turn 1.")).toBeVisible();
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.observation").length).toBe(1);
	const [sent] = agent.of("user.observation") as { interactionId: string; observation: Record<string, unknown> }[];
	expect(sent).toMatchObject({ interactionId: "i-9", observation: { modality: "photo", simulated: false, device: { kind: "camera" } } });
	expect(Number(sent?.observation.width)).toBeGreaterThan(0);
	const { wishes, tracks } = await camera();
	expect(wishes).toEqual([
		{ video: { width: { ideal: 2048 } }, audio: false },
		{ video: { width: { ideal: 2048 } }, audio: false },
	]);
	expect(tracks).toEqual(["video ended", "video ended"]);
});

test("a camera that may not be used says so, and the other ways to a photo stay", async ({ desk, agent, context }) => {
	await context.clearPermissions();
	await askedForPhoto(desk, agent);
	await composer(desk).getByRole("button", { name: "Switch the camera on" }).click();
	await expect(composer(desk).getByText("Camera use was not allowed.")).toBeVisible();
	await expect(composer(desk).getByRole("button", { name: "Try again" })).toBeVisible();
	await expect(composer(desk).getByRole("button", { name: "Choose a file" })).toBeVisible();
	await composer(desk).getByRole("button", { name: "Not now" }).click();
	await expect(composer(desk).getByText("Camera use was not allowed.")).toHaveCount(0);
	expect(agent.of("user.observation")).toEqual([]);
});
