import { closeSync, fsyncSync, readSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { sealSigned } from "../../../core/proof/statements.ts";
import { openSync, readFileSync } from "../../files/open-files.ts";
import { signerOf } from "../file-proof/signatures.ts";
import { storedObject } from "../stored-json.ts";

/** In the profile, beside the database. */
export const headsLogOf = (databasePath: string): string => join(dirname(databasePath), "heads.jsonl");

export interface LoggedSeal {
	statement: string;
	/** Base64; `publicKey` is SPKI, DER. */
	signature: string;
	publicKey: string;
}

/** One line more, on disk when it returns. Errors: the system's. */
export function appendHead(file: string, { statement, signature, publicKey }: LoggedSeal): void {
	const handle = openSync(file, "a+", 0o600);
	try {
		// A line that a crash cut off must not take this one with it.
		const begin = endsWithLine(handle, statSync(file).size) ? "" : "\n";
		writeSync(handle, `${begin}${JSON.stringify({ statement, signature, publicKey })}\n`);
		fsyncSync(handle);
	} finally {
		closeSync(handle);
	}
}

function endsWithLine(handle: number, size: number): boolean {
	if (size === 0) return true;
	const last = Buffer.alloc(1);
	readSync(handle, last, 0, 1, size - 1);
	return last[0] === 0x0a;
}

/** `isSigned`: the line's signature is one over what it says, by the key it names. */
export interface LoggedHead {
	number: number;
	head: string;
	entries: number;
	isSigned: boolean;
}

/** What the log says of one session, oldest first; lines that are none are left out. Null when there is no log, or it cannot be read. */
export function headsOf(file: string, sessionId: string): LoggedHead[] | null {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch {
		return null;
	}
	const named = JSON.stringify(JSON.stringify(sessionId)).slice(1, -1);
	return text
		.split("\n")
		.filter((line) => line.includes(named))
		.flatMap((line) => {
			const { statement, signature, publicKey } = storedObject(line) ?? {};
			const said = typeof statement === "string" ? storedObject(statement) : null;
			const { session, number, head, entries, key } = said ?? {};
			if (session !== sessionId || typeof number !== "number" || typeof head !== "string" || typeof entries !== "number") return [];
			const signer = signerOf(sealSigned(String(statement)), String(signature), String(publicKey));
			return [{ number, head, entries, isSigned: signer !== null && signer === key }];
		});
}
