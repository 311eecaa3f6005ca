import { connectByCard, expect, test } from "./support/fixtures.ts";

test.use({ permissions: ["camera"] });

test("a photo of this device's camera is taken after consent, taken again, and says that it is real", async ({ desk, agent }) => {
	await connectByCard(desk, agent);
	// A picture of a canvas stands in for the device, which a machine that tests has none of.
	await desk.evaluate(() => {
		const canvas = document.createElement("canvas");
		canvas.width = 640;
		canvas.height = 480;
		const context = canvas.getContext("2d");
		let hue = 0;
		setInterval(() => {
			if (!context) return;
			hue = (hue + 40) % 360;
			context.fillStyle = `hsl(${hue} 80% 50%)`;
			context.fillRect(0, 0, 640, 480);
		}, 50);
		const asked: unknown[] = [];
		Object.assign(window, { asked });
		navigator.mediaDevices.getUserMedia = (wish) => {
			asked.push(wish);
			return Promise.resolve(canvas.captureStream(20));
		};
	});
	agent.say({
		type: "CUSTOM",
		name: "agentcall-standin.interaction.requested",
		value: { interactionId: "i-9", modality: "photo", prompt: "Photo of the badge.", timeoutMs: 60_000 },
	});
	const composer = desk.getByRole("region", { name: "Composer" });
	await expect(desk.getByRole("region", { name: "Request from the agent" })).toBeVisible();
	await desk.keyboard.press("Control+o");
	await composer.getByRole("button", { name: "Use the camera" }).click();
	expect(await desk.evaluate(() => (window as unknown as { asked: unknown[] }).asked.length)).toBe(0);
	await composer.getByRole("button", { name: "Switch the camera on" }).click();
	await composer.getByRole("button", { name: "Take photo" }).click();
	await expect(composer.getByText(/^640 × 480, /)).toBeVisible();
	await expect(composer.getByText("simulated: false. This device's camera took it")).toBeVisible();
	await composer.getByRole("button", { name: "Take another" }).click();
	await composer.getByRole("button", { name: "Switch the camera on" }).click();
	await composer.getByRole("button", { name: "Take photo" }).click();
	await expect(composer.getByLabel("Camera picture, live")).toHaveCount(0);
	await expect(composer.getByText("Valid. Turn 1.")).toBeVisible();
	await desk.keyboard.press("Control+Enter");
	await expect.poll(() => agent.of("user.observation").length).toBe(1);
	expect(agent.of("user.observation")[0]).toMatchObject({
		interactionId: "i-9",
		observation: { modality: "photo", simulated: false, device: { kind: "camera" }, width: 640, height: 480 },
	});
	expect(await desk.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual([
		{ video: { width: { ideal: 2048 } }, audio: false },
		{ video: { width: { ideal: 2048 } }, audio: false },
	]);
});
