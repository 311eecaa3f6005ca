import { lstatSync } from "node:fs";
import path from "node:path";
import type { OperatorApi } from "../../../schemas/ipc.ts";
import { codePointLength } from "../../../schemas/rules/code-points.ts";
import type { ConnectBy, ConnectTarget } from "../../../schemas/session.ts";
import { CardProblem } from "../../adapters/card-source/card-problem.ts";
import { readCardFile } from "../../adapters/card-source/read-card-file.ts";
import { ConsoleError } from "../../core/errors.ts";
import { parseAddress, requireSecure } from "../../core/session/address.ts";
import { ask } from "../local-api.ts";
import { given, UsageError } from "./command.ts";
import { type FoundConnection, wayOfGiving } from "./run-connection.ts";

const MAX_ID_CHARACTERS = 128;

/** What the agent would be reached by cannot be had; ends with exit code 3. */
export class NotConnected extends Error {}

/** Checked before anything is opened or made. A typed address is not repeated: what cannot be taken apart may hold a secret anywhere. */
export async function connectBy(url: string | undefined, card: string | undefined): Promise<ConnectBy> {
	if (url !== undefined) checkUrl(url);
	if (card === undefined) return { kind: "url", url: given("--url", url) };
	const source = cardSource(card);
	const by: ConnectBy = { kind: "card", source, ...(url === undefined ? {} : { url }) };
	return isWeb(source) ? by : { ...by, text: await textOf(source) };
}

/** The core reads no files: whoever types a path has it read here. */
async function textOf(file: string): Promise<string> {
	try {
		return await readCardFile(file);
	} catch (thrown) {
		if (!(thrown instanceof CardProblem)) throw thrown;
		throw new UsageError(`CARD_UNREADABLE: The agent card at ${file} cannot be read: ${thrown.message}`);
	}
}

function checkUrl(url: string): void {
	try {
		requireSecure(parseAddress(url), false);
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError)) throw thrown;
		if (thrown.code === "INSECURE_ADDRESS" || /^Port /.test(thrown.message)) throw new UsageError(`--url: ${thrown.message}`);
		const way = /^https?:/i.test(url.trim())
			? "That looks like an agent card; give it as --card."
			: "Write it like wss://agent.example/session.";
		throw new UsageError(`--url takes a ws:// or wss:// address and got something else. ${way}`);
	}
}

function cardSource(card: string): string {
	if (card === "") throw new UsageError("--card takes an http(s) address or a file and got nothing.");
	if (isWeb(card)) return card;
	if (/^[a-z][a-z0-9+.-]*:\/{1,2}[^/]/i.test(card) && lstatSync(card, { throwIfNoEntry: false }) === undefined)
		throw new UsageError("--card takes an http:// or https:// address or a file, and got another kind of address.");
	return path.resolve(card);
}

const isWeb = (card: string): boolean => /^https?:\/\//i.test(card) && URL.canParse(card);

export function checkSessionId(id: string | undefined): string | undefined {
	if (id !== undefined && (id === "" || codePointLength(id) > MAX_ID_CHARACTERS))
		throw new UsageError(`--session-id takes 1 to ${MAX_ID_CHARACTERS} characters.`);
	return id;
}

/** What speaks against the target itself is the typing person's to mend, unless it came from a card that lies elsewhere. */
const ABOUT_TARGET: ReadonlySet<string> = new Set([
	"CARD_UNREADABLE",
	"TARGET_INVALID",
	"INSECURE_ADDRESS",
	"INVALID_ARGS",
	"CONNECTION_INVALID",
]);

/** What is opened: a target as typed, or a saved connection. */
export type Opening = { kind: "target"; target: ConnectTarget } | ({ kind: "connection" } & FoundConnection);

export async function openSession(api: OperatorApi, opening: Opening): Promise<string> {
	try {
		if (opening.kind === "connection") {
			const { connectionId, values, sessionId } = opening;
			return (await ask(api, "connection.open", { connectionId, values, ...(sessionId === undefined ? {} : { sessionId }) })).sessionId;
		}
		// Members that were not given must be absent, not undefined.
		return (await ask(api, "session.open", { target: JSON.parse(JSON.stringify(opening.target)) as ConnectTarget })).sessionId;
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError)) throw thrown;
		if (thrown.code === "SECRETS_NEEDED") throw new UsageError(wayOfGiving(thrown));
		if (!ABOUT_TARGET.has(thrown.code)) throw thrown;
		const sentence = `${thrown.code}: ${thrown.message}`;
		const isElsewhere =
			opening.kind === "target" ? opening.target.by.kind === "card" && isWeb(opening.target.by.source) : thrown.code === "CARD_UNREADABLE";
		throw isElsewhere ? new NotConnected(sentence) : new UsageError(sentence);
	}
}
