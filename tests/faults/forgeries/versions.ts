/** One version of the format for another. */
import { codedHeader } from "../../../main/adapters/sqlite-transcripts/damaged-line.ts";
import { createChain, genesis, sha256 } from "../../../main/adapters/sqlite-transcripts/hashing.ts";
import type { Forgery } from "./forgery.ts";

export const VERSIONS: readonly Forgery[] = [
	{ name: "version 1 by name", objects: (objects) => objects.with(0, (objects[0] as string).replace('"version":2', '"version":1')) },
	{
		name: "version 1 without seals",
		objects: (objects) => {
			const header = { ...JSON.parse(objects[0] as string), version: 1 };
			const entries = objects.filter((text) => text.startsWith('{"ordinal":')).map((text) => JSON.parse(text));
			if (entries.some(({ hash }) => hash === undefined)) return null;
			const { about: _, publicKey: __, ...rest } = header;
			return [
				JSON.stringify({ ...rest, head: entries.at(-1).hash }),
				...entries.map(({ key: _k, sealedState: _s, ...e }) => JSON.stringify({ ...e, ...(e.delivery && { delivery: "answered" }) })),
			];
		},
	},
	{ name: "another version", objects: (objects) => objects.with(0, (objects[0] as string).replace('"version":2', '"version":3')) },
	{
		name: "a redacted file as version 1",
		objects: (objects) => {
			const { about: _, publicKey: __, ...header } = JSON.parse(objects[0] as string);
			const entries = objects.filter((text) => text.startsWith('{"ordinal":')).map((text) => JSON.parse(text));
			if (!header.redacted) return null;
			const chain = createChain();
			const head: Buffer = Buffer.from(genesis(header.session));
			const lines = entries.map(({ leaves: _l, key: _k, sealedState: _s, findings: _f, ...entry }) => {
				const bytes = sha256(Buffer.from(entry.text ?? entry.base64 ?? ""));
				chain.next(head, codedHeader(entry), entry.type, bytes, head, 0);
				const shown = entry.masked === undefined ? { byteLength: Buffer.byteLength(entry.text ?? "") } : {};
				return JSON.stringify({ ...entry, ...shown, sha256: bytes.toString("hex"), hash: head.toString("hex") });
			});
			return [JSON.stringify({ ...header, version: 1, head: head.toString("hex") }), ...lines];
		},
	},
];
