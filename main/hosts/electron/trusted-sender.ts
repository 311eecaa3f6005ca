import { isOwnUrl } from "./own-page.ts";

interface Frame {
	readonly url: string;
	readonly parent: unknown;
}

/** What is looked at of Electron's IpcMainInvokeEvent. */
export interface SenderEvent {
	readonly sender: unknown;
	/** Null when the frame has gone or navigated away meanwhile. */
	readonly senderFrame: Frame | null;
}

/** Only the top frame of our own window, showing our own page, may ask. */
export function isTrustedSender(event: SenderEvent, ownContents: unknown): boolean {
	const frame = event.senderFrame;
	if (!ownContents || event.sender !== ownContents || !frame) return false;
	return frame.parent === null && isOwnUrl(frame.url);
}
