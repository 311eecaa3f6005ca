import { type ReactNode, useEffect, useRef, useState } from "react";
import type { KioskPrompt } from "../../../schemas/kiosk.ts";
import { Icon } from "../../components/elements/Icon.tsx";
import { photoFromVideo } from "../../hooks/prepare-photo.ts";
import { type CameraFailure, type CameraState, useCamera } from "../../hooks/use-camera.ts";
import type { MadePhoto } from "../../state/observation-form.ts";
import { textSize } from "../state/screen.ts";
import { BigButton } from "./BigButton.tsx";
import { useKiosk } from "./kiosk-context.ts";
import { CameraOutPicture, PhotoPicture } from "./pictures.tsx";
import { Ring } from "./Ring.tsx";
import { StaffNote } from "./StaffNote.tsx";

/** A camera that could not be opened is tried again this often: somebody may have plugged it in. */
const RETRY_MS = 5000;

/**
 * Camera on, picture, look at it, send. The camera is on only after somebody asked for it here, and only while its picture is on the screen;
 * nothing leaves this page before “use this photo”.
 */
export function PhotoScreen({ prompt }: { prompt: KioskPrompt & { kind: "photo" } }) {
	const { api, m } = useKiosk();
	const { camera, start, stop } = useCamera();
	const [photo, setPhoto] = useState<MadePhoto | null>(null);
	const [isSending, setSending] = useState(false);
	const [hasFailed, setFailed] = useState(false);
	const outBecause = useOutOfOrder(camera, start);

	const take = async (video: HTMLVideoElement) => {
		try {
			setPhoto(await photoFromVideo(video));
			setFailed(false);
			stop();
		} catch {
			setFailed(true);
		}
	};
	const send = async (made: MadePhoto) => {
		setSending(true);
		const { base64, byteLength, sha256, width, height } = made;
		const sent = await api.request("kiosk.sendPhoto", { request: prompt.request, base64, byteLength, sha256, width, height });
		setSending(false);
		if (sent.ok) return;
		setPhoto(null);
		setFailed(true);
	};

	const problem = hasFailed || prompt.isRefused ? m["photo.failed"] : null;
	if (photo) {
		return (
			<div className="k-main">
				<figure className="k-shot">
					<img src={`data:image/jpeg;base64,${photo.base64}`} alt={m["photo.result"]} />
				</figure>
				<Say isTight title={m["photo.review.title"]} problem={null}>
					<ul className="k-list">
						{(["sharp", "whole", "private"] as const).map((what) => (
							<li key={what}>
								<Icon name="check" />
								{m[`photo.review.${what}`]}
							</li>
						))}
					</ul>
					<div className="btns">
						<BigButton kind="main" icon="check" busy={isSending} autoFocus onPress={() => void send(photo)}>
							{m["photo.use"]}
						</BigButton>
						<BigButton
							icon="retry"
							isDisabled={isSending}
							onPress={() => {
								setPhoto(null);
								start();
							}}
						>
							{m["photo.retake"]}
						</BigButton>
					</div>
					<Ring screen={prompt} />
				</Say>
			</div>
		);
	}
	if (camera.kind === "live")
		return <Preview stream={camera.stream} prompt={prompt} problem={problem} onTake={(video) => void take(video)} />;
	const isOut = outBecause !== null;
	return (
		<div className="k-main">
			{isOut ? <CameraOutPicture /> : <PhotoPicture />}
			<Say
				title={isOut ? m["out.title"] : m["photo.title"]}
				text={isOut ? m["out.camera"] : prompt.prompt.trim() || m["photo.text"]}
				problem={problem}
			>
				{isOut && <StaffNote words={{ cause: m[`staff.camera.${outBecause}`], more: m["out.alone"], code: null }} />}
				<div className="btns">
					<BigButton kind="main" icon="camera" busy={camera.kind === "asking"} autoFocus onPress={start}>
						{camera.kind === "asking" ? m["photo.starting"] : m["photo.start"]}
					</BigButton>
				</div>
				<Ring screen={prompt} />
			</Say>
		</div>
	);
}

interface SayProps {
	title: string;
	text?: string | null;
	problem: string | null;
	/** Much to say beside a picture. */
	isTight?: boolean;
	children: ReactNode;
}

function Say({ title, text = null, problem, isTight = false, children }: SayProps) {
	return (
		<div className={isTight ? "k-say k-say--tight" : "k-say"} data-prompt="photo">
			{problem !== null && <p className="k-problem">{problem}</p>}
			<h1 className={`k-title k-title--${textSize(title)}`}>{title}</h1>
			{text !== null && (
				<p className={`k-text k-text--${textSize(text)}`} dir="auto">
					{text}
				</p>
			)}
			{children}
		</div>
	);
}

interface PreviewProps {
	stream: MediaStream;
	prompt: KioskPrompt & { kind: "photo" };
	problem: string | null;
	onTake: (video: HTMLVideoElement) => void;
}

/** People know themselves from the mirror, so the live picture is mirrored; the photo is not. */
function Preview({ stream, prompt, problem, onTake }: PreviewProps) {
	const { m } = useKiosk();
	const video = useRef<HTMLVideoElement>(null);
	const [hasPicture, setHasPicture] = useState(false);
	useEffect(() => {
		if (video.current) video.current.srcObject = stream;
	}, [stream]);
	return (
		<div className="k-main">
			<figure className="k-shot">
				<video
					ref={video}
					className="k-mirror"
					autoPlay
					muted
					playsInline
					aria-label={m["photo.preview"]}
					onLoadedData={() => setHasPicture(true)}
				/>
			</figure>
			<Say title={m["photo.frame.title"]} text={prompt.prompt.trim() || m["photo.frame.text"]} problem={problem}>
				<div className="btns">
					<BigButton
						kind="main"
						icon="camera"
						busy={!hasPicture}
						autoFocus
						onPress={() => {
							if (video.current && video.current.videoWidth > 0) onTake(video.current);
						}}
					>
						{m["photo.take"]}
					</BigButton>
				</div>
				<Ring screen={prompt} />
			</Say>
		</div>
	);
}

/** Why there is no camera; tried again by itself, and the reason stays on the screen meanwhile. */
function useOutOfOrder(camera: CameraState, start: () => void): CameraFailure | null {
	const [why, setWhy] = useState<CameraFailure | null>(null);
	const latest = useRef(start);
	latest.current = start;
	useEffect(() => {
		if (camera.kind === "live") setWhy(null);
		if (camera.kind !== "failed") return;
		setWhy(camera.why);
		if (camera.why === "refused") return;
		const timer = setTimeout(() => latest.current(), RETRY_MS);
		return () => clearTimeout(timer);
	}, [camera]);
	return why;
}
