import { useEffect, useRef, useState } from "react";
import { PhotoError, photoFromFile } from "../../../hooks/prepare-photo.ts";
import type { ComposerStore } from "../../../state/composer-store.ts";
import { type FormValue, partAt } from "../../../state/form-value.ts";
import { byteSize } from "../../../state/format.ts";
import { type MadePhoto, type ObservationModel, textAt, withoutPhoto, withPhoto } from "../../../state/observation-form.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Note } from "../../elements/Field.tsx";
import { CameraBox } from "./CameraBox.tsx";
import { stampNow } from "./stamp.ts";

interface PhotoFieldsProps {
	model: ObservationModel;
	form: FormValue;
	store: ComposerStore;
}

/** A photo from a file, the clipboard or this device's camera; made small, upright and bare before anything is shown. */
export function PhotoFields({ model, form, store }: PhotoFieldsProps) {
	const [isBusy, setBusy] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const [isCameraOpen, setCameraOpen] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const buttons = useRef<HTMLDivElement>(null);
	const isGone = useRef(false);
	useEffect(() => {
		isGone.current = false;
		return () => {
			isGone.current = true;
		};
	}, []);

	const take = async (make: () => Promise<MadePhoto>) => {
		setBusy(true);
		setProblem(null);
		try {
			const photo = await make();
			if (isGone.current) return;
			// Into the draft as it is now: a context row may have been written meanwhile.
			store.fill("user.observation", (now) => withPhoto(model, now, photo, stampNow()), { keep: () => true });
			setCameraOpen(false);
			// The camera's own button is gone with it; the keys shall still mean the composer.
			requestAnimationFrame(() => {
				if (document.activeElement === document.body) buttons.current?.querySelector<HTMLElement>("[data-answer]")?.focus();
			});
		} catch (error) {
			setProblem(error instanceof PhotoError ? error.message : "The picture could not be prepared. Try another one.");
		} finally {
			setBusy(false);
		}
	};
	const takeFile = (file: File | undefined) => {
		if (file) void take(() => photoFromFile(file));
	};
	useDroppedFiles(takeFile);

	const source = partAt(form, ["observation", "source"]);
	const data = source?.kind === "union" ? partAt(source, ["value"]) : undefined;
	const base64 = data?.kind === "text" && source?.kind === "union" && source.branch === 0 ? data.text : "";
	const choose = (
		<>
			<input
				ref={input}
				type="file"
				className="vh"
				tabIndex={-1}
				aria-label="Picture file"
				accept="image/*"
				onChange={(event) => {
					takeFile(event.target.files?.[0]);
					event.target.value = "";
				}}
			/>
			<Button small icon="import" busy={isBusy} data-answer="hand" onPress={() => input.current?.click()}>
				{base64 === "" ? "Choose a file" : "Another file"}
			</Button>
			{!isCameraOpen && (
				<Button small icon="camera" onPress={() => setCameraOpen(true)}>
					{base64 === "" ? "Use the camera" : "Take another"}
				</Button>
			)}
		</>
	);
	return (
		<div className="fv-row">
			{problem !== null && (
				<Callout kind="alarm" title="No photo taken from that" live>
					<p>{problem}</p>
				</Callout>
			)}
			{isCameraOpen && <CameraBox isBusy={isBusy} onTake={(make) => void take(make)} onClose={() => setCameraOpen(false)} />}
			{base64 === "" ? (
				<div className="fv fv--wide photo-drop">
					<p>Drop a picture anywhere in the window, paste one, or choose it here.</p>
					<p className="note">It is made upright, at most 2048 px and 1.5 MiB, and loses Exif data such as its place.</p>
				</div>
			) : (
				<Preview base64={base64} form={form} />
			)}
			<div ref={buttons} className="btns fv--wide">
				{choose}
				{base64 !== "" && (
					<Button small kind="quiet" onPress={() => store.setForm(withoutPhoto(model, form))}>
						Remove
					</Button>
				)}
			</div>
		</div>
	);
}

/** Shows exactly the bytes that go out. */
function Preview({ base64, form }: { base64: string; form: FormValue }) {
	const simulated = partAt(form, ["observation", "simulated"]);
	const isSimulated = simulated?.kind !== "boolean" || simulated.value;
	const [width, height, bytes] = [textAt(form, "width"), textAt(form, "height"), textAt(form, "byteLength")];
	return (
		<figure className="fv fv--wide photo">
			<img src={`data:image/jpeg;base64,${base64}`} alt="What will be sent" />
			<figcaption>
				<p className="mono">
					{width} × {height}, {byteSize(Number(bytes))}, JPEG
				</p>
				<p className="mono dim cut" title={textAt(form, "sha256")}>
					sha256 {textAt(form, "sha256")}
				</p>
				<Note
					kind="locked"
					text={
						isSimulated
							? "simulated: true. A file does not tell who took it, when and where, so it never passes for a photo of this device."
							: "simulated: false. This device's camera took it just now."
					}
				/>
			</figcaption>
		</figure>
	);
}

/** A picture dropped or pasted anywhere in the window; without this a dropped file would replace the page. */
function useDroppedFiles(take: (file: File | undefined) => void): void {
	const latest = useRef(take);
	latest.current = take;
	useEffect(() => {
		const hasFiles = (data: DataTransfer | null) => data?.types.includes("Files") === true;
		const onDragOver = (event: DragEvent) => hasFiles(event.dataTransfer) && event.preventDefault();
		const onDrop = (event: DragEvent) => {
			if (!hasFiles(event.dataTransfer)) return;
			event.preventDefault();
			latest.current(event.dataTransfer?.files[0]);
		};
		const onPaste = (event: ClipboardEvent) => {
			const file = event.clipboardData?.files[0];
			if (!file) return;
			event.preventDefault();
			latest.current(file);
		};
		window.addEventListener("dragover", onDragOver);
		window.addEventListener("drop", onDrop);
		window.addEventListener("paste", onPaste);
		return () => {
			window.removeEventListener("dragover", onDragOver);
			window.removeEventListener("drop", onDrop);
			window.removeEventListener("paste", onPaste);
		};
	}, []);
}
