import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { PinHash } from "../../core/ports.ts";

/** 64 MiB and about a tenth of a second for each try; RFC 7914's parameters. They stand in each hash, so that they can be raised. */
const COST = { N: 2 ** 16, r: 8, p: 1 };
const HASH_BYTES = 32;
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]{22,})\$([\w-]{43})$/;

/** Salted scrypt. A PIN has few digits: the wait between tries protects it (main/core/kiosk/pin-waits.ts), this protects the file. */
export function createPinHash(cost: typeof COST = COST): PinHash {
	return {
		async make(pin) {
			const salt = randomBytes(16);
			const hash = await derive(pin, salt, cost);
			return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString("base64url")}$${hash.toString("base64url")}`;
		},
		async matches(pin, stored) {
			const parts = FORM.exec(stored);
			if (!parts) return false;
			const [, n, r, p, salt = "", hash = ""] = parts;
			const own = await derive(pin, Buffer.from(salt, "base64url"), { N: Number(n), r: Number(r), p: Number(p) });
			return timingSafeEqual(own, Buffer.from(hash, "base64url"));
		},
	};
}

function derive(pin: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
	const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
	return new Promise((resolve, reject) => {
		scrypt(pin.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
	});
}
