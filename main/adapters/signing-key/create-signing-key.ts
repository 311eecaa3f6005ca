import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { join } from "node:path";
import type { SigningStatus } from "../../../schemas/proof.ts";
import type { Log, Secrets, SigningKey } from "../../core/ports.ts";
import { systemWords } from "../files/system-words.ts";
import { type KeptKey, readKeyFile, writeKeyFile } from "./key-file.ts";

/** Name of the private key among the secrets. */
const SECRET = "signing-key";

export interface SigningKeyOptions {
	/** The profile. */
	folder: string;
	secrets: Secrets;
	/** Makes no key, and writes nothing. */
	readOnly: boolean;
	log: Pick<Log, "warn">;
}

/** The profile's key; made with the first start. Never rejects: a console that cannot sign records all the same, and says so. */
export async function createSigningKey(options: SigningKeyOptions): Promise<SigningKey> {
	const found = await find(options).catch((thrown: unknown) => {
		options.log.warn("The signing key cannot be had", systemWords(thrown));
		return nothing(`The signing key of this profile cannot be had: ${systemWords(thrown)}`);
	});
	const { key, ...status } = found;
	return {
		status: () => ({ ...status }),
		sign: (text) =>
			key === null ? null : { signature: sign(null, Buffer.from(text), key), publicKey: Buffer.from(status.publicKey ?? "", "base64") },
	};
}

type Found = SigningStatus & { key: KeyObject | null };

const nothing = (why: string, kept?: KeptKey): Found => ({
	fingerprint: kept === undefined ? null : fingerprintOf(kept.publicKey),
	publicKey: kept?.publicKey ?? null,
	keptIn: "nowhere",
	why,
	key: null,
});

/** Errors: those of the file, in a sentence. */
async function find({ folder, secrets, readOnly }: SigningKeyOptions): Promise<Found> {
	const file = join(folder, "signing-key.json");
	const kept = readKeyFile(file);
	if (kept !== null) return recall(kept, file, secrets);
	if (readOnly) return nothing("This profile has no signing key yet; the program that records on it makes one.");
	return make(file, secrets);
}

async function recall(kept: KeptKey, file: string, secrets: Secrets): Promise<Found> {
	const isInStore = kept.privateKey === undefined;
	if (isInStore && secrets.keeping().kind !== "keyStore")
		return nothing(
			"The signing key of this profile lies in the key store of the desktop program; this program cannot use it and signs nothing.",
			kept,
		);
	const der = kept.privateKey ?? (await secrets.get(SECRET));
	if (der === null)
		return nothing(`The system's key store does not give the signing key back; nothing is signed. For a new key move ${file} away.`, kept);
	const key = createPrivateKey({ key: Buffer.from(der, "base64"), format: "der", type: "pkcs8" });
	const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");
	if (publicKey !== kept.publicKey)
		return nothing(
			`The private and the public part of the signing key do not belong together; nothing is signed. For a new key move ${file} away.`,
			kept,
		);
	return at(isInStore ? "keyStore" : "file", publicKey, key);
}

async function make(file: string, secrets: Secrets): Promise<Found> {
	const pair = generateKeyPairSync("ed25519");
	const publicKey = pair.publicKey.export({ format: "der", type: "spki" }).toString("base64");
	const privateKey = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
	const inStore =
		secrets.keeping().kind === "keyStore" &&
		(await secrets.set(SECRET, privateKey).then(
			() => true,
			() => false,
		));
	writeKeyFile(file, { publicKey, ...(!inStore && { privateKey }) });
	return at(inStore ? "keyStore" : "file", publicKey, pair.privateKey);
}

const at = (keptIn: "keyStore" | "file", publicKey: string, key: KeyObject): Found => ({
	fingerprint: fingerprintOf(publicKey),
	publicKey,
	keptIn,
	why:
		keptIn === "keyStore"
			? "The private key is kept by this system's key store."
			: "The private key lies in signing-key.json in the profile, readable by this user only: who can read that file can sign in this console's name.",
	key,
});

const fingerprintOf = (publicKey: string): string => createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");
