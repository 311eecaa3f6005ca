/** Hands bytes to the browser as a file to keep; nothing of it is opened or run. */
export function saveFile(name: string, type: string, content: BlobPart): void {
	const url = URL.createObjectURL(new Blob([content], { type }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// The download has begun by then; the browser keeps what it needs.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
