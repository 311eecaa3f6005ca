import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { writeNewFileSync } from "../../adapters/files/open-files.ts";
import type { Entry } from "../web/tickets.ts";

const SCRIPT = "document.forms[0].submit()";
const POLICY = `default-src 'none'; script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'; form-action`;

/** The button is for a browser that runs no scripts in files. */
const page = ({ action, ticket }: Pick<Entry, "action" | "ticket">) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="${POLICY} ${new URL(action).origin}">
<title>Switchboard</title>
<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
<noscript><button>Open Switchboard</button></noscript>
</form>
<script>${SCRIPT}</script>
</html>
`;

/**
 * Writes the page that a browser begins with, in a folder of this user alone, and takes it away as soon as it was used or is of no use. Its
 * address may stand on a command line, which every user of the computer can read: what is in it they cannot. Answers the address.
 */
export function writeEntryFile(folder: string, entry: Entry): string {
	const file = path.join(folder, "open.html");
	writeNewFileSync(file, page(entry));
	void entry.settled.then(() => rmSync(file, { force: true }));
	return pathToFileURL(file).href;
}
