import type { WireError } from "../../schemas/errors.ts";
import { UPLOAD_PIECE_BYTES } from "../../schemas/interchange.ts";
import type { OperatorApi } from "../../schemas/ipc.ts";

/** What is needed of a chosen file; a `File` is one. */
export interface ChosenFile {
	name: string;
	size: number;
	slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export type SentFile = { ok: true; uploadId: string } | { ok: false; error: WireError };

/** Hands a file over in pieces, one under way at a time. `isStopped` is looked at between two; then what was sent is let go. */
export async function sendFile(
	api: OperatorApi,
	file: ChosenFile,
	{ onSent, isStopped, onBegun }: { onSent(bytes: number): void; isStopped(): boolean; onBegun?(uploadId: string): void },
): Promise<SentFile> {
	const begun = await api.request("upload.begin", { name: file.name.slice(0, 255) || "file", bytes: file.size });
	if (!begun.ok) return begun;
	const { uploadId } = begun.value;
	onBegun?.(uploadId);
	const giveUp = async (error: WireError): Promise<SentFile> => {
		await api.request("upload.cancel", { uploadId });
		return { ok: false, error };
	};
	for (let at = 0; at < file.size; at += UPLOAD_PIECE_BYTES) {
		if (isStopped()) return giveUp({ code: "IMPORT_CANCELLED", message: "Stopped; nothing was stored." });
		let bytes: Uint8Array;
		try {
			bytes = new Uint8Array(await file.slice(at, Math.min(file.size, at + UPLOAD_PIECE_BYTES)).arrayBuffer());
		} catch (thrown) {
			const words = thrown instanceof Error ? thrown.message : String(thrown);
			return giveUp({ code: "IMPORT_FAILED", message: `${file.name} cannot be read any more: ${words}. Choose it again.` });
		}
		const sent = await api.request("upload.piece", { uploadId, base64: base64Of(bytes) });
		if (!sent.ok) return giveUp(sent.error);
		onSent(Math.min(file.size, at + UPLOAD_PIECE_BYTES));
	}
	return { ok: true, uploadId };
}

/** In slices: a call takes only so many arguments. */
function base64Of(bytes: Uint8Array): string {
	let text = "";
	for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
	return btoa(text);
}
