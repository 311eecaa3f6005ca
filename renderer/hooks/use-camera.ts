import { useCallback, useEffect, useRef, useState } from "react";

export type CameraState =
	| { kind: "off" }
	/** The browser asks the person, or the device wakes up. */
	| { kind: "asking" }
	| { kind: "live"; stream: MediaStream }
	| { kind: "failed"; why: CameraFailure; message: string };

/** `refused`: not allowed. `none`: there is none. `busy`: another program has it. */
export type CameraFailure = "refused" | "none" | "busy" | "failed";

const REASONS: Readonly<Record<string, CameraFailure>> = { NotAllowedError: "refused", NotFoundError: "none", NotReadableError: "busy" };
const FAILURES: Readonly<Record<string, string>> = {
	NotAllowedError: "Camera use was not allowed. Allow it in the browser or the system's settings, or choose a file.",
	NotFoundError: "No camera is connected. Connect one, or choose a file.",
	NotReadableError: "The camera is in use by another program. Close that one, or choose a file.",
};

/** The device's camera, without sound. It is on only between `start` and `stop`, and never outlives the component. */
export function useCamera(): { camera: CameraState; start: () => void; stop: () => void } {
	const [camera, setCamera] = useState<CameraState>({ kind: "off" });
	const stream = useRef<MediaStream | null>(null);
	const wish = useRef(0);
	const release = useCallback(() => {
		wish.current++;
		for (const track of stream.current?.getTracks() ?? []) track.stop();
		stream.current = null;
	}, []);
	useEffect(() => release, [release]);
	return {
		camera,
		start() {
			release();
			const mine = wish.current;
			setCamera({ kind: "asking" });
			const open = async () => {
				try {
					const got = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 2048 } }, audio: false });
					if (mine !== wish.current) {
						for (const track of got.getTracks()) track.stop();
						return;
					}
					stream.current = got;
					setCamera({ kind: "live", stream: got });
				} catch (error) {
					if (mine !== wish.current) return;
					const name = error instanceof DOMException ? error.name : "";
					setCamera({
						kind: "failed",
						why: REASONS[name] ?? "failed",
						message: FAILURES[name] ?? "The camera could not be opened. Choose a file instead.",
					});
				}
			};
			void open();
		},
		stop() {
			release();
			setCamera({ kind: "off" });
		},
	};
}
