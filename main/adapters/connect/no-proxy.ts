import { BlockList, isIP } from "node:net";
import { visibleText } from "../../core/timeline/visible-text.ts";
import type { Place } from "./place.ts";

/** What `NO_PROXY` says of one place. */
export interface NoProxyReading {
	/** It is to be reached without a proxy. */
	direct: boolean;
	/** Entries that are none, as they may be shown, at most MOST_SHOWN. */
	notUnderstood: string[];
}

type Entry = (place: Place) => boolean;

const MOST_SHOWN = 5;
const MOST_CHARACTERS = 60;
/** A label of a name, after a URL parser made letters of other scripts `xn--…`. */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * Entries are parted by commas or white space. Each is `*`, an address, a range of addresses (`10.0.0.0/8`, `fd00::/8`), or a name, which covers the
 * names below it, too, with or without `.` or `*.` before it; all but `*` and ranges may end with `:port`. Names are compared, never looked up, so
 * a range covers addresses as they are typed. Source: the manual of curl (`--noproxy`) and Go's httpproxy; where they differ (`.name`, ports)
 * the reading that keeps more from the proxy.
 */
export function readNoProxy(text: string, place: Place): NoProxyReading {
	const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
	const odd: string[] = [];
	let direct = false;
	for (const entry of entries) {
		const covers = entryOf(entry);
		if (covers === null) odd.push(shown(entry));
		else direct ||= covers(place);
	}
	return { direct, notUnderstood: [...new Set(odd)].slice(0, MOST_SHOWN) };
}

function shown(entry: string): string {
	const characters = [...entry.slice(0, 4 * MOST_CHARACTERS)];
	// Somebody may have put a proxy's whole address here, password and all.
	const plain = characters
		.slice(0, MOST_CHARACTERS)
		.join("")
		.replace(/\/\/.*@/, "//…@");
	return visibleText(characters.length > MOST_CHARACTERS ? `${plain}…` : plain);
}

function entryOf(entry: string): Entry | null {
	if (entry === "*") return () => true;
	if (entry.includes("/")) return rangeOf(entry);
	const [, bracketed, bare = "", port] = /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d{1,5}))?$/.exec(entry) ?? [];
	const host = bracketed ?? bare;
	const covers = isIP(entry) === 6 ? addressOf(entry) : isIP(host) !== 0 ? addressOf(host) : bracketed === undefined ? nameOf(host) : null;
	if (covers === null || isIP(entry) === 6 || port === undefined) return covers;
	return Number(port) > 65_535 ? null : (place) => place.port === Number(port) && covers(place);
}

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

function rangeOf(entry: string): Entry | null {
	const [, network = "", bits = ""] = /^\[?([0-9a-f.:]+)\]?\/(\d{1,3})$/i.exec(entry) ?? [];
	const kind = isIP(network);
	if (kind === 0 || Number(bits) > (kind === 6 ? 128 : 32)) return null;
	const list = new BlockList();
	list.addSubnet(network, Number(bits), family(network));
	return ({ host, literal }) => literal && list.check(host, family(host));
}

function addressOf(address: string): Entry {
	const list = new BlockList();
	list.addAddress(address, family(address));
	return ({ host, literal }) => literal && list.check(host, family(host));
}

function nameOf(text: string): Entry | null {
	const typed = text.replace(/^\*?\./, "").replace(/\.$/, "");
	// A parser of addresses would make one of `10.1`; what looks like a part of an address is no name.
	if (typed === "" || /[*@?#\\%\s]|(?:^|\.)[0-9]+$/.test(typed)) return null;
	const name = URL.parse(`http://${typed}/`)?.hostname ?? "";
	if (!NAME.test(name)) return null;
	return ({ host, literal }) => !literal && below(host.toLowerCase().replace(/\.$/, ""), name);
}

const below = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);

/** RFC 1918, 3927, 4193, 4291, 6598. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
	["10.0.0.0", 8],
	["172.16.0.0", 12],
	["192.168.0.0", 16],
	["169.254.0.0", 16],
	["100.64.0.0", 10],
	["fc00::", 7],
	["fe80::", 10],
] as const)
	PRIVATE.addSubnet(network, bits, family(network));

/** Names without a dot, and those kept for networks of one's own (RFC 6762, 8375, and what ICANN set aside). */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|internal|home\.arpa|lan|intranet|private|corp|home)$/i;

/** An address or a name of somebody's own network: nobody on the internet can mean the same by it. */
export const isPrivatePlace = ({ host, literal }: Place): boolean =>
	literal ? PRIVATE.check(host, family(host)) : PRIVATE_NAME.test(host.replace(/\.$/, ""));
