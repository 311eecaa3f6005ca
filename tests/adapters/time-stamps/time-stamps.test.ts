import { X509Certificate } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { certificatesIn, checkTimeStamp } from "../../../main/adapters/time-stamps/check-time-stamp.ts";
import { createTimeStamps } from "../../../main/adapters/time-stamps/create-time-stamps.ts";
import { timeStampQuery } from "../../../main/adapters/time-stamps/time-stamp-query.ts";
import { authorityProblem } from "../../../schemas/time-stamps.ts";
import { hasOpenssl, makeTimeAuthority, serveAuthority, type TimeAuthority } from "../../fakes/time-authority.ts";

const authorities: TimeAuthority[] = [];
const make = (kind: "ec" | "rsa" = "ec"): TimeAuthority => {
	const made = makeTimeAuthority(kind);
	authorities.push(made);
	return made;
};
afterAll(() => {
	for (const each of authorities) each.remove();
});

let stop: (() => Promise<void>) | null = null;
afterEach(async () => {
	await stop?.();
	stop = null;
});

async function stampsOf(answer: (query: Buffer) => Buffer | null, limitMs = 10_000) {
	const server = await serveAuthority(answer);
	stop = server.stop;
	const warnings: string[] = [];
	const log = { warn: (_: string, why?: unknown) => void warnings.push(String(why)) };
	return { ...server, warnings, stamps: createTimeStamps({ address: async () => server.address, log, limitMs }) };
}

describe.skipIf(!hasOpenssl)("an authority as openssl is one", () => {
	const real = hasOpenssl ? make() : (null as never);

	test.each(["ec", "rsa"] as const)("is asked with a nonce for its certificate (%s), and its answer holds", async (kind) => {
		const authority = kind === "ec" ? real : make(kind);
		const { stamps, questions, warnings } = await stampsOf(authority.answer);
		const stamp = await stamps.stamp("the statement");
		expect(warnings).toEqual([]);
		expect(questions).toEqual([{ type: "application/timestamp-query", method: "POST" }]);
		const seen = checkTimeStamp(stamp ?? Buffer.alloc(0), "the statement");
		expect(seen).toMatchObject({ problem: null, authority: "CN=Clock time" });
		expect(Math.abs((seen.atMs ?? 0) - Date.now())).toBeLessThan(600_000);
		expect(stamps.last()).toEqual({ kind: "stamped", atMs: seen.atMs, authority: "CN=Clock time" });
		const given = [new X509Certificate(authority.root)];
		expect(checkTimeStamp(stamp ?? Buffer.alloc(0), "the statement", { authorities: given }).problem).toBeNull();
	});

	test("of a foreign root holds, and does not lead to the one that was given", () => {
		const { query, nonce } = timeStampQuery("the statement");
		const answer = real.answer(query);
		const other = certificatesIn(make().root);
		expect(checkTimeStamp(answer, "the statement", { nonce }).problem).toBeNull();
		expect(checkTimeStamp(answer, "the statement", { authorities: other }).problem).toBe(
			"The certificate of the authority does not lead to one of those given.",
		);
	});

	test.each<[string, (query: Buffer) => Buffer, string]>([
		["of another text", () => real.answer(timeStampQuery("another").query), "The time stamp is of something else."],
		["to another question", () => real.answer(timeStampQuery("the statement").query), "The time stamp answers another question."],
		["with a time moved", (query) => timeMoved(real.answer(query)), "The signature of the time stamp does not hold."],
		["signed by somebody else", (query) => signatureOf(real.answer(query)), "The signature of the time stamp does not hold."],
		[
			"with a certificate in place of the signer's",
			(query) => otherCertificate(real, query),
			"The time stamp does not carry the certificate of the authority.",
		],
		[
			"by a certificate that was over",
			(query) => byExpired(real, query),
			"The certificate of the authority was not valid at the time of the stamp.",
		],
		["that refuses", (query) => real.answer(query.subarray(0, -9)), "The authority refused (status 2)"],
		["of garbage", () => Buffer.from("no such thing"), "The answer of the authority is no time stamp"],
		["of nothing", () => Buffer.alloc(0), "The answer of the authority is no time stamp"],
		["without an end", (query) => real.answer(query).subarray(0, -5), "The answer of the authority is no time stamp"],
		["that goes on", (query) => Buffer.concat([real.answer(query), Buffer.from([0])]), "The answer of the authority is no time stamp"],
		["of too many bytes", () => Buffer.alloc(70_000), "The answer of the authority is larger than 65536 bytes."],
	])("an answer %s is not kept, and why is said", async (_, answer, problem) => {
		const { stamps, warnings } = await stampsOf(answer);
		expect(await stamps.stamp("the statement")).toBeNull();
		expect(warnings).toEqual([expect.stringContaining(problem)]);
		expect(stamps.last()).toEqual({ kind: "failed", problem: warnings[0] });
	});

	test("no bit of an answer can be changed unseen, but in what nobody signed", () => {
		const { query, nonce } = timeStampQuery("the statement");
		const answer = real.answer(query);
		const whole = checkTimeStamp(answer, "the statement", { nonce });
		const unseen: number[] = [];
		for (let at = Math.floor(Math.random() * 8); at < answer.length; at += 8) {
			const changed = Buffer.from(answer);
			changed[at] = (changed[at] ?? 0) ^ 1;
			const seen = checkTimeStamp(changed, "the statement", { nonce });
			if (seen.problem === null && (seen.atMs !== whole.atMs || seen.authority !== whole.authority)) unseen.push(at);
		}
		expect(unseen).toEqual([]);
	});
});

test("an authority that keeps silent is left after the limit, and one that is not there says so", async () => {
	const { stamps, stop: leave } = await stampsOf(() => null, 300);
	expect(await stamps.stamp("the statement")).toBeNull();
	expect(stamps.last()).toEqual({ kind: "failed", problem: "The authority gave no whole answer within 0.3 s." });
	await leave();
	expect(await stamps.stamp("the statement")).toBeNull();
	expect(stamps.last()).toEqual({ kind: "failed", problem: expect.stringContaining("Nothing listens") });
});

test("a closing console waits for no authority", async () => {
	const { stamps } = await stampsOf(() => {
		queueMicrotask(stamps.close);
		return null;
	}, 600_000);
	expect(await stamps.stamp("the statement")).toBeNull();
	expect(stamps.last()).toEqual({ kind: "failed", problem: "The console is being closed." });
});

test("without an address nobody is asked", async () => {
	const stamps = createTimeStamps({ address: async () => null, log: { warn: () => {} } });
	expect(await stamps.stamp("the statement")).toBeNull();
	expect(stamps.last()).toBeNull();
});

test("an address is one of http or https, and keeps no password in the clear", () => {
	for (const good of ["http://127.0.0.1:1", "https://time.example/tsr?x=1", "http://[::1]:80/"]) expect(authorityProblem(good)).toBeNull();
	for (const bad of ["", "time.example", "ftp://time.example", "https://me:secret@time.example/", "https://", "http://a b"])
		expect(authorityProblem(bad)).toContain("http");
});

/** The time of the stamp, one year later. */
function timeMoved(answer: Buffer): Buffer {
	const year = new Date().getUTCFullYear();
	const changed = Buffer.from(answer);
	const at = changed.indexOf(String(year), changed.indexOf(Buffer.from([0x18, 0x0f])));
	changed.write(String(year + 1), at);
	return changed;
}

/** The last bytes are the signature's. */
function signatureOf(answer: Buffer): Buffer {
	const changed = Buffer.from(answer);
	changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
	return changed;
}

/** The serial number in the certificate is another one, so none of those that came along is the signer's. */
function otherCertificate(authority: TimeAuthority, query: Buffer): Buffer {
	const changed = Buffer.from(authority.answer(query));
	// Version [0] 2, then the serial number 7.
	const at = changed.indexOf(Buffer.from([0xa0, 3, 2, 1, 2, 2, 1, 7]));
	changed[at + 7] = 9;
	return changed;
}

function byExpired(authority: TimeAuthority, query: Buffer): Buffer {
	authority.certify("over", { days: ["20200101000000Z", "20210101000000Z"] });
	return authority.answer(query, "over");
}
