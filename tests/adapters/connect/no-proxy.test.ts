import { describe, expect, it } from "vitest";
import { isPrivatePlace, readNoProxy } from "../../../main/adapters/connect/no-proxy.ts";
import { placeOf } from "../../../main/adapters/connect/place.ts";

const place = (address: string) => placeOf(new URL(`wss://${address}/`), true, 443);
const direct = (text: string, address: string) => readNoProxy(text, place(address)).direct;

describe("NO_PROXY", () => {
	it.each<[string, string[], string[]]>([
		["*", ["agent.test", "8.8.8.8", "[2001:db8::1]"], []],
		["", [], ["agent.test", "10.0.0.1"]],
		// Names, as curl's manual and Go's documentation have them.
		["local.com", ["local.com", "www.local.com", "LOCAL.com", "local.com:80", "local.com."], ["www.notlocal.com", "local.com.evil.test"]],
		["foo.com", ["foo.com", "bar.foo.com"], ["foo.co", "xfoo.com"]],
		[".y.com", ["x.y.com", "a.x.y.com", "y.com"], ["xy.com"]],
		["*.y.com", ["x.y.com", "y.com"], ["xy.com"]],
		["Agent.Test.", ["agent.test"], ["test"]],
		["intranet", ["intranet"], ["intranet.example", "10.0.0.1"]],
		["bücher.test", ["xn--bcher-kva.test", "shop.xn--bcher-kva.test"], ["bucher.test"]],
		// Addresses and ranges.
		["1.2.3.4", ["1.2.3.4", "0x1.2.3.4", "[::ffff:1.2.3.4]"], ["1.2.3.45", "1.2.3.4.test"]],
		["10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["11.0.0.0", "9.255.255.255", "10.test", "[fd00::1]"]],
		["10.1.2.3/8", ["10.9.9.9"], ["11.0.0.1"]],
		["192.168.0.0/16", ["192.168.1.1", "[::ffff:192.168.1.1]"], ["192.169.1.1"]],
		["0.0.0.0/0", ["8.8.8.8"], ["agent.test"]],
		["1.2.3.4/32", ["1.2.3.4"], ["1.2.3.5"]],
		["fd00::/8", ["[fd12:3456::1]", "[fdff::]"], ["[fe00::1]", "10.0.0.1"]],
		["[fd00::]/8", ["[fd12::1]"], ["[fe00::1]"]],
		["2001:DB8:0::1", ["[2001:db8::1]"], ["[2001:db8::2]"]],
		["[2001:db8::1]", ["[2001:db8::1]"], ["[2001:db8::2]"]],
		["::1:8443", ["[::1:8443]"], ["[::1]:8443"]],
		// Ports, as Go has them.
		["1.2.3.4:80", ["1.2.3.4:80"], ["1.2.3.4:81", "1.2.3.4"]],
		["agent.test:443", ["agent.test", "x.agent.test:443"], ["agent.test:4443"]],
		["[2001:db8::1]:443", ["[2001:db8::1]"], ["[2001:db8::1]:444"]],
		// Many.
		["a.test, b.test\t10.0.0.0/8,,", ["a.test", "x.b.test", "10.1.1.1"], ["c.test"]],
	])("“%s”", (text, without, through) => {
		for (const address of without) expect([address, direct(text, address)]).toEqual([address, true]);
		for (const address of through) expect([address, direct(text, address)]).toEqual([address, false]);
		expect(readNoProxy(text, place("agent.test")).notUnderstood).toEqual([]);
	});

	it.each([
		"10.*",
		"10.",
		"10.1",
		"10.0.0.0/33",
		"10.0.0.0/8/8",
		"10.0.0.0-10.0.0.9",
		"fd00::/129",
		"fd00::/x",
		"http://agent.test",
		"agent.test/path",
		"<local>",
		"agent.test:99999",
		"agent.test:http",
		"[fd00::1",
		"[agent.test]",
		"ag*nt.test",
		"256.1.1.1",
		"a..test",
		".",
		"*.",
		"-x-.test",
	])("does not pretend to understand “%s”", (entry) => {
		expect(readNoProxy(`${entry},other.test`, place("10.0.0.1"))).toEqual({ direct: false, notUnderstood: [entry] });
		expect(readNoProxy(`${entry},other.test`, place("other.test")).direct).toBe(true);
	});

	it("shows what is odd in bounds, with hidden characters visible and without a password", () => {
		const { notUnderstood } = readNoProxy(
			`http://me:hush@p.test/ a\u202e/b ${"x/".repeat(200)} ${Array.from({ length: 20 }, (_, at) => `1.${at}`).join(" ")}`,
			place("agent.test"),
		);
		expect(notUnderstood.length).toBe(5);
		expect(notUnderstood[0]).toBe("http://…@p.test/");
		expect(notUnderstood[1]).toBe("a⟨U+202E⟩/b");
		expect(notUnderstood[2]?.length).toBeLessThan(70);
	});
});

it("tells places of a network of one's own from those of the internet", () => {
	const own = ["10.0.0.1", "172.31.9.9", "192.168.0.1", "169.254.1.1", "100.64.0.1", "[fd00::1]", "[fe80::1]", "[::ffff:10.0.0.1]"];
	for (const address of [...own, "intranet", "gate.local", "gate.internal", "gate.home.arpa."])
		expect([address, isPrivatePlace(place(address))]).toEqual([address, true]);
	for (const address of ["8.8.8.8", "172.32.0.1", "192.169.0.1", "[2001:db8::1]", "agent.test", "local.example"])
		expect([address, isPrivatePlace(place(address))]).toEqual([address, false]);
});
