import path from "node:path";
import { ConsoleError } from "../../core/errors.ts";
import type { Log, Secrets } from "../../core/ports.ts";
import { createMemorySecrets, namesWith } from "./create-memory-secrets.ts";
import { readSecretsFile, type SecretBlobs, writeSecretsFile } from "./secrets-file.ts";

const FILE = "secrets.json";

/** What is used of Electron's `safeStorage`. */
export interface KeyStore {
	isAsyncEncryptionAvailable(): Promise<boolean>;
	encryptStringAsync(plain: string): Promise<Buffer>;
	decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
	/** Linux only. */
	getSelectedStorageBackend?(): string;
}

export interface KeyStoreSecretsOptions {
	keyStore: KeyStore;
	/** The profile. */
	folder: string;
	log: Pick<Log, "warn">;
	platform?: NodeJS.Platform;
}

/**
 * Secrets encrypted by the system's key store, in `secrets.json` of the profile. Where that store cannot be used they are kept in memory, and
 * `keeping()` says why. Ask only after the app is ready.
 */
export async function createKeyStoreSecrets({
	keyStore,
	folder,
	log,
	platform = process.platform,
}: KeyStoreSecretsOptions): Promise<Secrets> {
	const reason = await whyNot(keyStore, platform);
	if (reason !== null) return createMemorySecrets(`${reason} Secret values are kept in memory until the program ends.`);
	const file = path.join(folder, FILE);
	/** One change at a time: each reads what the one before wrote. */
	let last: Promise<unknown> = Promise.resolve();
	const change = (make: (blobs: SecretBlobs) => Promise<boolean>): Promise<void> => {
		const done = last.then(async () => {
			const blobs = await readSecretsFile(file);
			if (await make(blobs)) await writeSecretsFile(file, blobs);
		});
		last = done.catch(() => {});
		return done;
	};

	const set = (name: string, value: string) =>
		change(async (blobs) => {
			blobs.set(name, (await encrypted(keyStore, value)).toString("base64"));
			return true;
		});

	return {
		keeping: () => ({ kind: "keyStore", why: "Secret values are encrypted by this system's key store." }),
		async get(name) {
			await last;
			try {
				const blob = (await readSecretsFile(file)).get(name);
				if (blob === undefined) return null;
				const { result, shouldReEncrypt } = await keyStore.decryptStringAsync(Buffer.from(blob, "base64"));
				if (shouldReEncrypt) await set(name, result);
				return result;
			} catch (thrown) {
				// Another user's profile, a new machine, a reset key store: it is asked for again. The cause never holds the value.
				log.warn(`The kept secret “${name}” cannot be read`, thrown instanceof ConsoleError ? thrown.message : "the key store refused it");
				return null;
			}
		},
		set,
		delete: (name) => change(async (blobs) => blobs.delete(name)),
		async names(prefix) {
			await last;
			return namesWith((await readSecretsFile(file)).keys(), prefix);
		},
	};
}

async function encrypted(keyStore: KeyStore, value: string): Promise<Buffer> {
	try {
		return await keyStore.encryptStringAsync(value);
	} catch {
		throw new ConsoleError("SECRET_NOT_KEPT", "The system's key store did not take the value. Unlock it and try again.");
	}
}

async function whyNot(keyStore: KeyStore, platform: NodeJS.Platform): Promise<string | null> {
	try {
		if (!(await keyStore.isAsyncEncryptionAvailable())) return "The system's key store cannot be used.";
	} catch {
		return "The system's key store did not answer.";
	}
	// There Electron would encrypt with a password that is written in its source.
	const backend = platform === "linux" ? keyStore.getSelectedStorageBackend?.() : undefined;
	return backend === "basic_text" || backend === "unknown" ? "This desktop has no key store that Electron knows." : null;
}
