import { isUtf8 } from "node:buffer";
import { WebSocket } from "ws";

/** `ws` answers a close frame by saying it back. Words that are no UTF-8 fail the connection instead: RFC 6455 sections 7.1.6 and 8.1. */
export class LinkSocket extends WebSocket {
	override close(code?: number, reason?: string | Buffer): void {
		if (Buffer.isBuffer(reason) && !isUtf8(reason)) super.close(1007, "close reason is not valid UTF-8");
		else super.close(code, reason);
	}
}
