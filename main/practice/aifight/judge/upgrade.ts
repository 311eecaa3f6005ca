import type { IncomingHttpHeaders } from "node:http";

/** What a client says of itself with the upgrade. */
export interface Visitor {
	key: string | null;
	/** Declared `match_feed`. */
	feed: boolean;
	/** Declared `replaced-close-code`. */
	closeCode: boolean;
	instance: string | null;
	/** Absent or unreadable: null. */
	version: readonly [number, number, number] | null;
	complaints: string[];
}

const list = (value: string | null): string[] => (value ?? "").split(",").flatMap((name) => name.trim() || []);

export function atLeast(version: Visitor["version"], least: readonly [number, number, number]): boolean {
	if (!version) return false;
	const index = version.findIndex((part, at) => part !== least[at]);
	return index === -1 || (version[index] as number) > (least[index] as number);
}

/** Reads the headers and the address. Source: dossier section 1.1. */
export function readUpgrade(headers: IncomingHttpHeaders, url: string): Visitor {
	const complaints: string[] = [];
	const header = (name: string): string | null => {
		const value = headers[name.toLowerCase()];
		return value === undefined ? null : String(value);
	};
	const inAddress = new URL(url, "http://127.0.0.1").searchParams.get("api_key");
	if (inAddress !== null) complaints.push("The key is in the address, where logs keep it: it belongs in the header X-API-Key.");
	const key = header("X-API-Key") || inAddress || null;
	if (key === null) complaints.push("The upgrade has no X-API-Key.");
	if (headers["sec-websocket-protocol"] !== undefined) complaints.push("The client offered a subprotocol; AIFight has none.");

	const said = header("X-AIFight-Protocol-Version");
	const parts = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(said ?? "");
	if (!parts)
		complaints.push(
			said === null
				? "The upgrade has no X-AIFight-Protocol-Version."
				: `X-AIFight-Protocol-Version is ${JSON.stringify(said)}, which is no version.`,
		);
	const capabilities = list(header("X-AIFight-Capabilities"));
	const bridge = list(header("X-AIFight-Bridge-Capabilities"));
	if (bridge.includes("match_feed")) complaints.push("match_feed belongs in X-AIFight-Capabilities, not in X-AIFight-Bridge-Capabilities.");
	if (capabilities.includes("replaced-close-code"))
		complaints.push("replaced-close-code belongs in X-AIFight-Bridge-Capabilities, not in X-AIFight-Capabilities.");
	const form = (name: string, pattern: RegExp, says: string) => {
		const value = header(name);
		if (value !== null && !pattern.test(value)) complaints.push(`${name} must be ${says}.`);
	};
	form("X-AIFight-Instance", /^[0-9a-f]{24}$/, "24 lowercase hex digits");
	form("X-Device-Id", /^[0-9a-f]{64}$/, "64 lowercase hex digits");
	form("X-AIFight-Client-Kind", /^(desktop|cli)$/, "desktop or cli");
	return {
		key,
		feed: capabilities.includes("match_feed"),
		closeCode: bridge.includes("replaced-close-code"),
		instance: header("X-AIFight-Instance"),
		version: parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null,
		complaints,
	};
}
