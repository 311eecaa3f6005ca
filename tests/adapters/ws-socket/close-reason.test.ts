import { afterEach, expect, it } from "vitest";
import { createCardSource } from "../../../main/adapters/card-source/create-card-source.ts";
import { closeServers, dialTo, startAgent, startHttp, startRogue } from "./rig.ts";

afterEach(closeServers);

/** A frame of an agent: FIN and opcode, length, bytes; unmasked. */
const frame = (opcode: number, bytes: Buffer) => Buffer.concat([Buffer.from([0x80 | opcode, bytes.length]), bytes]);
const closeFrame = (code: number, reason: Buffer) => frame(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), reason]));

it("a close reason that is not UTF-8 ends as 1007, is answered so, and keeps its bytes", async () => {
	const reason = Buffer.from([0x6e, 0x6f, 0xff, 0xc0]);
	const answers: Buffer[] = [];
	const port = await startRogue((socket) => {
		socket.write(closeFrame(1000, reason));
		socket.on("data", (bytes: Buffer) => answers.push(bytes));
	});
	const dialled = dialTo(`ws://127.0.0.1:${port}/`);
	const closed = await dialled.closed;
	expect(closed).toMatchObject({ code: 1007, by: "console", clean: false, reasonHex: reason.toString("hex") });
	expect(closed.message).toContain("closed with 1000");
	const [answer = Buffer.alloc(8)] = answers;
	const key = answer.subarray(2, 6);
	const code = [6, 7].map((at) => (answer[at] ?? 0) ^ (key[at - 6] ?? 0));
	expect(((code[0] ?? 0) << 8) | (code[1] ?? 0)).toBe(1007);
});

it("a close reason that is UTF-8 is the agent's own word", async () => {
	const port = await startAgent((ws) => ws.close(4000, "müde"));
	expect(await dialTo(`ws://127.0.0.1:${port}/`).closed).toEqual({
		code: 4000,
		reason: "müde",
		by: "agent",
		clean: true,
	});
});

it("names under localhost are this computer, whatever a resolver says, for sockets and for cards", async () => {
	const asked: string[] = [];
	const lookup = async (host: string) => {
		asked.push(host);
		return [{ address: "192.0.2.1", family: 4 }];
	};
	const port = await startAgent(() => {});
	for (const host of ["agent.localhost", "a.b.localhost", "localhost", "localhost."]) {
		const dialled = dialTo(`ws://${host}:${port}/`, {}, { lookup });
		expect((await dialled.opened).remoteAddress, host).toMatch(/127\.0\.0\.1$/);
		dialled.socket.destroy();
		await dialled.closed;
	}
	expect(asked).toEqual([]);
	const hosts: (string | undefined)[] = [];
	const cards = await startHttp((request, response) => {
		hosts.push(request.headers.host);
		response.end('{"name":"Gate"}');
	});
	expect(await createCardSource().read(`http://agent.localhost:${cards}/card`, {})).toBe('{"name":"Gate"}');
	expect(hosts).toEqual([`agent.localhost:${cards}`]);
	await expect(createCardSource().read("http://agent.localhost.example/card", {})).rejects.toThrow("only to this computer");
});
