/** A connection's target taken apart into what may be stored and what is secret, and put together again. Pure. */
import type { SavedConnection, SecretPart } from "../../../schemas/connections.ts";
import { isSecretHeader } from "../../../schemas/rules/header-names.ts";
import type { ConnectTarget } from "../../../schemas/session.ts";
import type { ConnectionTrust } from "../../../schemas/trust.ts";
import { lacksSecrets, parseAddress } from "../session/address.ts";
import { maskedSource } from "../session/stored-target.ts";
import { trustWithoutSecrets } from "../session/trust.ts";

/** Name under which the `Secrets` port keeps a part. Header names do not differ by case. */
export const secretName = (connectionId: string, part: SecretPart): string =>
	`connection:${connectionId}:${part.startsWith("header:") ? part.toLowerCase() : part}`;

export interface Taken {
	/** As it may be stored. */
	target: ConnectTarget;
	/** Values found in the target; a secret that is empty or masked there is not among them. */
	values: Map<SecretPart, string>;
}

/** `cardHasKey`: the text of a card names an address with a secret in it, so the text is one. */
export function takeSecrets(target: ConnectTarget, secretHeaders: readonly string[], cardHasKey: (text: string) => boolean): Taken {
	const values = new Map<SecretPart, string>();
	const isSecret = (name: string) => isSecretHeader(name, secretHeaders);
	const headers = Object.entries(target.headers ?? {}).map(([name, value]): [string, string] => {
		if (!isSecret(name)) return [name, value];
		if (value !== "") values.set(`header:${name}`, value);
		return [name, ""];
	});
	const { by } = target;
	const shown = (part: "address" | "source", whole: string, masked: string) => {
		// With a mask already in it, it is not whole: what is kept stays.
		if (masked !== whole && !lacksSecrets(whole)) values.set(part, whole);
		return masked;
	};
	const kept: ConnectTarget = { ...target };
	if (headers.length > 0) kept.headers = Object.fromEntries(headers);
	if (by.kind === "url") kept.by = { kind: "url", url: shown("address", by.url, parseAddress(by.url).shown) };
	if (by.kind === "card") {
		const secretText = by.text !== undefined && cardHasKey(by.text) ? by.text : null;
		if (secretText !== null) values.set("card", secretText);
		kept.by = {
			kind: "card",
			source: by.text === undefined ? shown("source", by.source, maskedSource(by.source)) : by.source,
			...(by.text === undefined ? {} : { text: secretText === null ? by.text : "" }),
			...(by.url === undefined ? {} : { url: shown("address", by.url, parseAddress(by.url).shown) }),
		};
	}
	if (target.trust) kept.trust = takeTrust(target.trust, values);
	return { target: kept, values };
}

/** Every secret this connection has, kept or not. */
export function secretParts({ target, secretHeaders }: Pick<SavedConnection, "target" | "secretHeaders">): SecretPart[] {
	const { by } = target;
	const parts: SecretPart[] = secretHeaders.map((name) => `header:${name}` as const);
	const address = by.kind === "practice" ? undefined : by.url;
	if (address !== undefined && lacksSecrets(address)) parts.push("address");
	if (by.kind === "card" && by.text === undefined && lacksSecrets(by.source)) parts.push("source");
	if (by.kind === "card" && by.text === "") parts.push("card");
	const { trust = {} } = target;
	if (trust.clientKey !== undefined) parts.push("clientKey");
	if (trust.passphrase !== undefined) parts.push("passphrase");
	if (trust.proxy?.kind === "url" && trust.proxy.credentials !== undefined) parts.push("proxy");
	return parts;
}

/** An empty value leaves what is kept. */
function takeTrust(trust: ConnectionTrust, values: Map<SecretPart, string>): ConnectionTrust {
	const { clientKey, passphrase, proxy } = trust;
	if (clientKey) values.set("clientKey", clientKey);
	if (passphrase) values.set("passphrase", passphrase);
	if (proxy?.kind === "url" && proxy.credentials) values.set("proxy", proxy.credentials);
	return trustWithoutSecrets(trust);
}

/** A trust with its secrets, as far as they are known; what is given in it goes before what is kept. */
function putTrust(trust: ConnectionTrust, values: ReadonlyMap<SecretPart, string>): ConnectionTrust {
	const { clientKey, passphrase, proxy } = trust;
	return {
		...trust,
		...(clientKey === undefined ? {} : { clientKey: clientKey || (values.get("clientKey") ?? "") }),
		...(passphrase === undefined ? {} : { passphrase: passphrase || (values.get("passphrase") ?? "") }),
		...(proxy?.kind === "url" && proxy.credentials !== undefined
			? { proxy: { ...proxy, credentials: proxy.credentials || (values.get("proxy") ?? "") } }
			: {}),
	};
}

/** The target to dial with. Parts without a value stay as they are stored. */
export function putSecrets(target: ConnectTarget, values: ReadonlyMap<SecretPart, string>): ConnectTarget {
	const headers = Object.entries(target.headers ?? {}).map(([name, value]): [string, string] => [
		name,
		values.get(`header:${name}`) ?? value,
	]);
	const { by } = target;
	const whole: ConnectTarget = { ...target };
	if (headers.length > 0) whole.headers = Object.fromEntries(headers);
	if (target.trust) whole.trust = putTrust(target.trust, values);
	const address = values.get("address");
	if (by.kind === "url" && address !== undefined) whole.by = { ...by, url: address };
	if (by.kind === "card") {
		const { text, url } = by;
		const card = values.get("card") ?? text;
		whole.by = {
			kind: "card",
			source: values.get("source") ?? by.source,
			...(card === undefined ? {} : { text: card }),
			...(url === undefined ? {} : { url: address ?? url }),
		};
	}
	return whole;
}
