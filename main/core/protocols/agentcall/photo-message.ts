import type { KioskPhoto } from "../../../../schemas/kiosk.ts";

/** `user.observation` with a picture that this device's camera took, as the stand-in profile has it. */
export function photoMessage(photo: KioskPhoto, turn: number, stamp: { nowMs: number; observationId: string }): string {
	const { request, base64, byteLength, sha256, width, height } = photo;
	return JSON.stringify({
		type: "user.observation",
		turn,
		interactionId: request,
		observation: {
			modality: "photo",
			observedAt: new Date(stamp.nowMs).toISOString(),
			observationId: stamp.observationId,
			simulated: false,
			device: { kind: "camera" },
			source: { type: "data", value: base64, mimeType: "image/jpeg" },
			byteLength,
			sha256,
			width,
			height,
		},
	});
}
