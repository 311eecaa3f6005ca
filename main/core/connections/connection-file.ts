/** One connection as a JSON file: to be handed on, without secrets. Pure. */

import type { SavedConnection } from "../../../schemas/connections.ts";
import { type ConnectTarget, connectTarget } from "../../../schemas/session.ts";
import { parseJson } from "../json/parse.ts";
import { isProtocol, protocolNames } from "../protocols/table.ts";
import { isObject } from "../schema/json-schema.ts";
import { createOwnCheck } from "../schema/own-checks.ts";
import { invalid } from "./check-connection.ts";

const FORMAT = "switchboard-connection";
const VERSION = 1;
const MAX_FILE_CHARACTERS = 2 * 1024 * 1024;

export interface ConnectionFile {
	name: string;
	target: ConnectTarget;
	secretHeaders: string[];
}

/** `target` is the stored one, which holds no secret; a fixed session id stays here. */
export function connectionFileText({
	name,
	target: { sessionId: _, connectionId: __, ...target },
	secretHeaders,
}: SavedConnection): string {
	return `${JSON.stringify({ format: FORMAT, version: VERSION, name, target, secretHeaders }, null, "\t")}\n`;
}

/** Letters of every script stay; what a file system or a shell could take for something else goes. */
export const connectionFileName = (name: string): string =>
	`${
		name
			.replace(/[^\p{L}\p{N}._ -]+/gu, "-")
			.replace(/^[. -]+|[. -]+$/g, "")
			.slice(0, 64) || "connection"
	}.switchboard-connection.json`;

const checkFile = createOwnCheck(
	"connection-file",
	{
		type: "object",
		required: ["format", "version", "name", "target"],
		properties: {
			format: { const: FORMAT },
			version: { type: "integer" },
			name: { type: "string", maxLength: 1024 },
			target: connectTarget,
			secretHeaders: { type: "array", maxItems: 64, items: { type: "string", minLength: 1, maxLength: 256 } },
		},
	},
	{ strictTypes: false },
);

/** Throws CONNECTION_INVALID with field `file` and what is wrong where. */
export function readConnectionFile(text: string): ConnectionFile {
	if (text.length > MAX_FILE_CHARACTERS) throw invalid("file", "The file is larger than 2 MiB; a saved connection is a small JSON file.");
	const parsed = parseJson(text);
	if (!parsed.ok) throw invalid("file", "The file is not JSON. A saved connection is a file that this console exported.");
	const { value } = parsed;
	if (!isObject(value) || value.format !== FORMAT)
		throw invalid("file", `This is no saved connection: its “format” is not “${FORMAT}”. An agent card is used under Agent card.`);
	if (typeof value.version === "number" && value.version > VERSION)
		throw invalid("file", `The file has version ${value.version}, this program knows ${VERSION}. Use the newer Switchboard.`);
	const error = checkFile(value);
	if (error !== null)
		throw invalid("file", `The file does not hold a saved connection: ${error.instancePath || "the file"} ${error.message ?? "is wrong"}.`);
	const { name, target, secretHeaders } = value as unknown as ConnectionFile;
	if (!isProtocol(target.protocol))
		throw invalid(
			"file",
			`The file does not hold a saved connection of this version: /target/protocol is “${target.protocol}”. Known are ${protocolNames().join(" and ")}.`,
		);
	const { sessionId: _, connectionId: __, ...rest } = target;
	return { name, target: rest, secretHeaders: secretHeaders ?? [] };
}
