import { useEffect, useRef } from "react";
import { photoFromVideo } from "../../../hooks/prepare-photo.ts";
import { useCamera } from "../../../hooks/use-camera.ts";
import type { MadePhoto } from "../../../state/observation-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Note } from "../../elements/Field.tsx";

interface CameraBoxProps {
	isBusy: boolean;
	onTake: (make: () => Promise<MadePhoto>) => void;
	onClose: () => void;
}

/** The camera wakes only after a person said so here; the system may ask once more. It sleeps again once the photo is taken. */
export function CameraBox({ isBusy, onTake, onClose }: CameraBoxProps) {
	const { camera, start, stop } = useCamera();
	const video = useRef<HTMLVideoElement>(null);
	const stream = camera.kind === "live" ? camera.stream : null;
	useEffect(() => {
		if (video.current) video.current.srcObject = stream;
	}, [stream]);
	const close = (
		<Button
			small
			kind="quiet"
			onPress={() => {
				stop();
				onClose();
			}}
		>
			{camera.kind === "live" ? "Switch off" : "Not now"}
		</Button>
	);
	if (camera.kind !== "live") {
		return (
			<div className="fv fv--wide camera">
				{camera.kind === "failed" ? (
					<Note kind="bad" text={camera.message} />
				) : (
					<p className="note">The picture stays in this window until you send it. There is no sound.</p>
				)}
				<div className="btns">
					<Button small kind="waiting" icon="camera" busy={camera.kind === "asking"} autoFocus onPress={start}>
						{camera.kind === "failed" ? "Try again" : "Switch the camera on"}
					</Button>
					{close}
				</div>
			</div>
		);
	}
	return (
		<div className="fv fv--wide camera">
			<video ref={video} className="camera-view" autoPlay muted playsInline aria-label="Camera picture, live" />
			<div className="btns">
				<Button
					small
					kind="main"
					icon="camera"
					busy={isBusy}
					autoFocus
					onPress={() => {
						const view = video.current;
						if (view && view.videoWidth > 0) onTake(() => photoFromVideo(view));
					}}
				>
					Take photo
				</Button>
				{close}
			</div>
		</div>
	);
}
