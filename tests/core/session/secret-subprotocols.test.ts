import { expect, test } from "vitest";
import { maskChosen, secretsOf } from "../../../main/core/session/mask-secrets.ts";
import { maskSubprotocols } from "../../../main/core/session/secret-subprotocols.ts";
import { missingSecrets, withoutSecrets } from "../../../main/core/session/stored-target.ts";

test.each([
	[["agentcall.v1", "graphql-transport-ws", "wamp.2.json", "auth-v1", "mqtt"], []],
	[["bearer", "abcd"], ["abcd"]],
	[["chat", "access_token", "x1y2"], ["x1y2"]],
	[["token.abcd1234"], ["token.abcd1234"]],
	[["my-secret-value"], ["my-secret-value"]],
	[["base64url.bearer.authorization.k8s.io.Zm9vOmJhcg"], ["base64url.bearer.authorization.k8s.io.Zm9vOmJhcg"]],
	[["kJ8sD92mQpLz7RtYwXcV4"], ["kJ8sD92mQpLz7RtYwXcV4"]],
] as const)("of the subprotocols %j, %j may be keys", (words, secrets) => {
	expect(maskSubprotocols(words)).toEqual(words.map((word) => ((secrets as readonly string[]).includes(word) ? "…" : word)));
});

test("a key among the subprotocols is neither stored nor shown, and the stored target says that it is missing", () => {
	const target = withoutSecrets({
		protocol: "agentcall",
		by: { kind: "url", url: "wss://a.example/x" },
		subprotocols: ["chat", "bearer", "s3cr3t"],
	});
	expect(target.subprotocols).toEqual(["chat", "bearer", "…"]);
	expect(missingSecrets(target)).toEqual(["a subprotocol that is a key"]);
	expect(maskChosen("s3cr3t", ["chat", "bearer", "s3cr3t"])).toBe("…");
	expect(maskChosen("chat", ["chat", "bearer", "s3cr3t"])).toBe("chat");
	expect(maskChosen("", [])).toBe("");
	const handshake = { url: "wss://a.example/?k=v4lue", headers: { "x-key": "head3r" }, subprotocols: ["bearer", "s3cr3t"], trust: {} };
	expect(secretsOf(handshake).sort()).toEqual(["head3r", "s3cr3t", "v4lue"]);
});
