import type { KeyStore } from "../../../main/adapters/secrets/create-key-store-secrets.ts";

/** Stands in for Electron's `safeStorage`: turned text under a key, readable only by the same key. */
export function createFakeKeyStore(options: { key?: string; available?: boolean; backend?: string } = {}) {
	const state = { key: options.key ?? "key-1", available: options.available ?? true, rotated: false, refuses: false };
	const keyStore: KeyStore = {
		isAsyncEncryptionAvailable: async () => state.available,
		async encryptStringAsync(plain) {
			if (state.refuses) throw new Error(`cannot encrypt ${plain}`);
			return Buffer.from(`${state.key}|${[...plain].reverse().join("")}`);
		},
		async decryptStringAsync(encrypted) {
			const [key, turned = ""] = encrypted.toString().split("|");
			if (key !== state.key) throw new Error("wrong key");
			return { result: [...turned].reverse().join(""), shouldReEncrypt: state.rotated };
		},
		getSelectedStorageBackend: () => options.backend ?? "gnome_libsecret",
	};
	return { keyStore, state };
}
