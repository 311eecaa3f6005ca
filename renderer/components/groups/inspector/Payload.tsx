import { useEffect, useMemo, useState } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { useSaveFile } from "../../../hooks/use-save-file.tsx";
import { refusal } from "../../../state/error-findings.ts";
import { byteSize, groupCount } from "../../../state/format.ts";
import { bytesOf } from "../../../state/hex-lines.ts";
import { fileOf, isDrawable, type MediaPart, mediaParts } from "../../../state/media-parts.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** Large content and pictures of an entry: how large they truly are, a look at them, the whole on demand, and a file of the exact bytes. */
export function Payload({ entry, readWhole }: { entry: EntryDetail; readWhole: () => void }) {
	const parts = useMemo(() => (entry.cutBytes === undefined ? mediaParts(entry) : []), [entry]);
	if (parts.length === 0 && entry.cutBytes === undefined) return null;
	return (
		<section className="payload" aria-label="Content">
			{entry.cutBytes !== undefined && (
				<div className="payload-cut">
					<span>
						The first {byteSize(entry.cutBytes)} of {byteSize(entry.byteLength)} are shown.
					</span>
					<Button small onPress={readWhole}>
						Open whole
					</Button>
					<SaveEntry entry={entry} />
				</div>
			)}
			{parts.map((part) => (
				<Part key={part.at} part={part} ordinal={entry.ordinal} />
			))}
		</section>
	);
}

/** All bytes of the entry, whatever is shown of it. */
function SaveEntry({ entry: { sessionId, ordinal, byteLength } }: { entry: EntryDetail }) {
	const { api, app } = useConsole();
	const { link, save } = useSaveFile();
	const saveAll = async () => {
		const answer = await api.request("timeline.entry", { sessionId, ordinal });
		if (!answer.ok) return app.say(refusal("The entry was not saved", answer.error));
		const isText = answer.value.text !== undefined;
		save(`entry-${ordinal}.${isText ? "json" : "bin"}`, "application/octet-stream", new Uint8Array(bytesOf(answer.value)));
		app.say({ meaning: "plain", title: `Entry ${ordinal} saved, ${groupCount(byteLength)} bytes` });
	};
	return (
		<>
			<Button small kind="quiet" onPress={() => void saveAll()}>
				Save to a file
			</Button>
			{link}
		</>
	);
}

function Part({ part, ordinal }: { part: MediaPart; ordinal: number }) {
	const [isOpen, setOpen] = useState(false);
	const { link, save } = useSaveFile();
	const { bytes, image, saidType, size } = part;
	const url = useBlobUrl(part);
	const file = fileOf(part, ordinal);
	const canDraw = isDrawable(part);
	const what = image ? image.toUpperCase() : (saidType ?? "data");
	const words = [what, size && `${size.width} × ${size.height} pixels`, `${groupCount(bytes.length)} bytes`].filter(Boolean).join(", ");
	// What the other side says of it is a claim; the bytes decide.
	const isOtherwise = image !== null && saidType !== null && saidType.toLowerCase() !== `image/${image}`;
	return (
		<div className="payload-part">
			{canDraw && url && (
				<button type="button" className="thumb" onClick={() => setOpen(true)} aria-label={`Open whole: ${words}`}>
					<img src={url} alt="" />
				</button>
			)}
			<div className="payload-words">
				<p>
					<SafeText text={words} most={200} />
				</p>
				{isOtherwise && (
					<p className="m-finding small">
						Called <SafeText text={saidType} most={80} />
					</p>
				)}
				{image !== null && !canDraw && <p className="small soft">Too large, or of a kind that is not drawn here.</p>}
				<div className="btns">
					{canDraw && (
						<Button small onPress={() => setOpen(true)}>
							Open whole
						</Button>
					)}
					<Button small kind="quiet" onPress={() => save(file.name, file.type, bytes)}>
						Save to a file
					</Button>
				</div>
			</div>
			{link}
			{canDraw && url && (
				<Dialog
					title={words}
					isOpen={isOpen}
					onClose={() => setOpen(false)}
					isWide
					actions={<Button onPress={() => setOpen(false)}>Close</Button>}
				>
					<div className="photo-whole">
						<img src={url} alt={`From entry ${ordinal}: ${words}`} />
					</div>
				</Dialog>
			)}
		</div>
	);
}

/** An address for the bytes, for as long as they are shown. */
function useBlobUrl(part: MediaPart): string | null {
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!isDrawable(part)) return;
		const made = URL.createObjectURL(new Blob([part.bytes], { type: `image/${part.image}` }));
		setUrl(made);
		return () => {
			setUrl(null);
			URL.revokeObjectURL(made);
		};
	}, [part]);
	return url;
}
