import type { ImportFacts } from "../door.ts";
import { decodeServerMessage } from "./codec.ts";
import { isClientType, isServerType } from "./schemas.ts";

export const IMPORTS: ImportFacts = {
	// Others have an `error` of that name, too.
	recognises: (type) => type !== "error" && (isClientType(type) || isServerType(type)),
	read(opcode, text, byteLength) {
		const { type, findings } = decodeServerMessage(opcode, text, byteLength);
		return { type, findings };
	},
};
