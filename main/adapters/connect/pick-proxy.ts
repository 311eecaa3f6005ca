import { isThisComputer } from "../../../schemas/rules/this-computer.ts";
import { type LinkSecurity, MAX_PROXY_CREDENTIAL_BYTES, type ProxyChoice } from "../../../schemas/trust.ts";
import { isPrivatePlace, readNoProxy } from "./no-proxy.ts";
import { type Place, placeOf, placeWords } from "./place.ts";
import { DialError } from "./refusal.ts";

export interface ChosenProxy {
	kind: "http" | "https" | "socks5";
	place: Place;
	from: NonNullable<LinkSecurity["proxy"]>["from"];
	/** Entries of NO_PROXY that are none. */
	notUnderstood: string[];
	/** Secrets. */
	user: string;
	password: string;
}

const KINDS: Readonly<Record<string, { kind: ChosenProxy["kind"]; port: number }>> = {
	"http:": { kind: "http", port: 80 },
	"https:": { kind: "https", port: 443 },
	"socks:": { kind: "socks5", port: 1080 },
	"socks5:": { kind: "socks5", port: 1080 },
	"socks5h:": { kind: "socks5", port: 1080 },
};

/** The proxy on the way to `place`; null: there is none. Throws DialError when what names it cannot be used; its text is never repeated. */
export function pickProxy(choice: ProxyChoice | undefined, place: Place): ChosenProxy | null {
	if (choice === undefined || choice.kind === "none") return null;
	if (choice.kind === "url") return read(choice.url, choice.credentials ?? "", "connection", "The proxy of this connection");
	// A service of this computer is another one behind a proxy, and ws:// to it may go unencrypted.
	if (isThisComputer(place.host)) return null;
	const named = proxyInEnvironment(place.secure);
	if (named === "") return null;
	const { direct, notUnderstood } = readNoProxy(variable("no_proxy"), place);
	if (direct) return null;
	// One of them may have been meant for this place.
	if (notUnderstood.length > 0 && isPrivatePlace(place)) throw refusedFor(place, notUnderstood);
	return {
		...read(named, "", "environment", "The proxy that the environment names (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY)"),
		notUnderstood,
	};
}

/** The small name goes first, as everywhere. */
const variable = (name: string): string => process.env[name] || process.env[name.toUpperCase()] || "";

/** Without a scheme it is an http: one, as for curl and Go. */
function proxyInEnvironment(secure: boolean): string {
	const named = (variable(secure ? "https_proxy" : "http_proxy") || variable("all_proxy")).trim();
	return named === "" || named.includes("://") ? named : `http://${named}`;
}

const refusedFor = (place: Place, entries: readonly string[]): DialError =>
	new DialError({
		errorCode: "NO_PROXY_UNCLEAR",
		message: `NO_PROXY holds ${entries.map((entry) => `“${entry}”`).join(", ")}, which is neither a name, an address nor a range like 10.0.0.0/8. It may be meant for ${placeWords(place)}, which is of a network of your own, so that is not told to the proxy. Mend the variable, or choose this connection's proxy by its address, or none.`,
	});

function read(text: string, credentials: string, from: ChosenProxy["from"], whose: string): ChosenProxy {
	const url = URL.parse(text);
	const known = url === null ? undefined : KINDS[url.protocol];
	if (url === null || known === undefined || url.hostname === "")
		throw new DialError({
			errorCode: "PROXY_INVALID",
			message: `${whose} is not an address like http://proxy.example:8080 or socks5://proxy.example:1080. Mend it.`,
		});
	const [user, password] = credentials === "" ? [decoded(url.username), decoded(url.password)] : halves(credentials);
	if (Buffer.byteLength(user) > MAX_PROXY_CREDENTIAL_BYTES || Buffer.byteLength(password) > MAX_PROXY_CREDENTIAL_BYTES)
		throw new DialError({
			errorCode: "PROXY_INVALID",
			message: `${whose} has a user or a password longer than ${MAX_PROXY_CREDENTIAL_BYTES} bytes.`,
		});
	return { kind: known.kind, place: placeOf(url, known.kind === "https", known.port), from, notUnderstood: [], user, password };
}

function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** `user:password`; a password may hold colons. */
function halves(credentials: string): [string, string] {
	const at = credentials.indexOf(":");
	return at === -1 ? [credentials, ""] : [credentials.slice(0, at), credentials.slice(at + 1)];
}
