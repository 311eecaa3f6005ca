import { statSync } from "node:fs";
import path from "node:path";
import { fileProofWords } from "../../../../schemas/file-proof-words.ts";
import type { VerifyReport } from "../../../../schemas/ipc.ts";
import { storedProofWords } from "../../../../schemas/stored-proof-words.ts";
import { readFileSync } from "../../../adapters/files/open-files.ts";
import { readKeyFile } from "../../../adapters/signing-key/key-file.ts";
import { fingerprintOf, keyIn } from "../../../adapters/sqlite-transcripts/file-proof/signatures.ts";
import { verifyJsonl } from "../../../adapters/sqlite-transcripts/verify-jsonl.ts";
import { ConsoleError } from "../../../core/errors.ts";
import { ask } from "../../local-api.ts";
import { type Command, EXIT, type ExitCode, parse, UsageError } from "../command.ts";
import { isTranscriptFile } from "../file-or-session.ts";
import { print, say } from "../output.ts";
import { dataDir, withConsole } from "../with-console.ts";

export const verify: Command = {
	name: "verify",
	usage: "ID|FILE [--head HEX] [--key FILE|FINGERPRINT|BASE64] [--tsa-ca FILE] [--read-only] [--data DIR]",
	about:
		"Recomputes a stored session or an exported file: bytes, chain, seals, signatures, order, counters. --head asks for a head that was noted elsewhere, --key for the key that must have signed the file (a file with a public key, its fingerprint, or the key itself as Base64). --tsa-ca: certificates (PEM) of authorities whose time stamps you trust, for a file. What of a stored session is not sealed yet is sealed first, where nobody else records on the profile; --read-only leaves the profile as it is. Exit 4: nothing is wrong, and not all is proven yet.",
	async run(args) {
		const options = {
			data: { type: "string" },
			head: { type: "string" },
			key: { type: "string" },
			"tsa-ca": { type: "string" },
			"read-only": { type: "boolean" },
		} as const;
		const { values, positionals } = parse(args, options, ["The session's ID or the export's FILE"]);
		const head = values.head?.trim().toLowerCase();
		if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) throw new UsageError("--head takes 64 hexadecimal digits.");
		const what = positionals[0] as string;
		if (isTranscriptFile(what)) return verifyFile(what, { head, key: values.key, data: values.data, stampCa: values["tsa-ca"] });
		if (values["tsa-ca"] !== undefined) throw new UsageError("--tsa-ca goes with a FILE: export the session, and verify that.");
		if (values.key !== undefined) throw new UsageError("--key goes with a FILE; a stored session is signed by the profile's own key.");
		return verifySession(what, { head, data: values.data, isReadOnly: values["read-only"] ?? false });
	},
};

interface SessionOptions {
	head: string | undefined;
	data: string | undefined;
	isReadOnly: boolean;
}

type FileOptions = Record<"head" | "key" | "data" | "stampCa", string | undefined>;

async function verifyFile(file: string, { head, key, data, stampCa }: FileOptions): Promise<ExitCode> {
	const known = {
		...(head !== undefined && { head }),
		...(key !== undefined && { key: fingerprintIn(key) }),
		...(stampCa !== undefined && { stampAuthorities: await authoritiesIn(stampCa) }),
		ownKeys: ownKeys(data),
	};
	const proof = await verifyJsonl(file, known);
	for (const words of fileProofWords(proof, known)) say(words);
	const { headAt, holds: _, ...rest } = proof;
	print(head === undefined ? rest : { ...rest, headMatches: rest.head === head, headAt: headAt ?? null });
	return rest.ok ? EXIT.FINE : EXIT.FAILED;
}

async function verifySession(sessionId: string, { head, data, isReadOnly }: SessionOptions): Promise<ExitCode> {
	const asked = { sessionId, ...(head !== undefined && { head }) };
	const found = await withConsole({ data, readOnly: true }, (api) => ask(api, "transcript.verify", asked));
	const isOpen = found.holds && !found.ok;
	const { report, why } = isOpen && !isReadOnly ? await sealedFirst(found, asked, data) : { report: found, why: null };
	for (const words of storedProofWords(report, { ...(head !== undefined && { head }) })) say(words);
	if (why !== null) say(why);
	const { headAt, holds: _, ...rest } = report;
	if (head === undefined) {
		print(rest);
		return exitOf(report);
	}
	// A head noted while the session was live is one of its entries' hashes: everything up to there is the same.
	const isThere = report.head === head || typeof headAt === "number";
	const missing = `No entry of the session has the head given: ${report.entries} entries end in ${report.head}.`;
	const problem = report.holds && !isThere ? missing : report.problem;
	print({ ...rest, ok: report.ok && isThere, problem, headMatches: report.head === head, headAt: headAt ?? null });
	return isThere ? exitOf(report) : EXIT.FAILED;
}

const exitOf = ({ ok, holds }: VerifyReport): ExitCode => (ok ? EXIT.FINE : holds ? EXIT.NOT_YET : EXIT.FAILED);

/** What is not sealed yet is sealed first, as the window does, where nobody else records on the profile. `why`: a sentence when that cannot be. */
async function sealedFirst(found: VerifyReport, asked: { sessionId: string; head?: string }, data: string | undefined) {
	try {
		const report = await withConsole({ data, readOnly: false }, async (api) => {
			// What reading finds is sealed too: read first, or the next look would find more to seal.
			await ask(api, "session.read", { sessionId: asked.sessionId });
			return ask(api, "transcript.verify", asked);
		});
		return { report, why: null };
	} catch (thrown) {
		if (!(thrown instanceof ConsoleError)) throw thrown;
		const why =
			thrown.code === "STORE_LOCKED"
				? "Another program records on this profile, so this one only reads. Verify there, or once it has closed."
				: `This program cannot seal what is not sealed yet: ${thrown.message}`;
		return { report: found, why };
	}
}

/** PEM. Errors: UsageError. */
async function authoritiesIn(file: string): Promise<string> {
	const { certificatesIn } = await import("../../../adapters/time-stamps/check-time-stamp.ts");
	try {
		const text = readFileSync(file, "utf8");
		if (certificatesIn(text).length > 0) return text;
	} catch {
		// Said below, for a file that is not there and one that holds something else alike.
	}
	throw new UsageError(`--tsa-ca takes a file with certificates (PEM); ${path.basename(file)} holds none that can be read.`);
}

/** Fingerprint of the key that is meant. Errors: UsageError. */
function fingerprintIn(said: string): string {
	const plain = said.trim().replaceAll(":", "").toLowerCase();
	if (/^[0-9a-f]{64}$/.test(plain)) return plain;
	const isFile = statSync(said, { throwIfNoEntry: false })?.isFile() ?? false;
	const key = keyIn(isFile ? readFileSync(said, "utf8") : said);
	if (key !== null) return fingerprintOf(key);
	throw new UsageError(
		isFile
			? `${path.basename(said)} holds no Ed25519 public key (PEM, or SPKI as Base64).`
			: "--key takes a file with a public key, a fingerprint of 64 hexadecimal digits, or a public key (SPKI) as Base64.",
	);
}

/** The key of the profile, if it has one that can be read: only then a file can be called this console's own. */
function ownKeys(data: string | undefined): string[] {
	try {
		const kept = readKeyFile(path.join(dataDir(data), "signing-key.json"));
		return kept === null ? [] : [fingerprintOf(Buffer.from(kept.publicKey, "base64"))];
	} catch {
		return [];
	}
}
