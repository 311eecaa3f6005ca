/** What `dispatch` asks of the arguments of each request. A window is not trusted: everything has a limit, and unknown members are refused. */

import { MAX_CONNECTION_NAME, TAP_RULES } from "./connections.ts";
import { MAX_PIECE } from "./conversation-page.ts";
import { PLACES } from "./files.ts";
import { EXPORT_FORMATS, MAX_REDACTION_RULES, REDACTION_KINDS, UPLOAD_PIECE_BYTES } from "./interchange.ts";
import type { RequestName } from "./ipc.ts";
import { KIOSK_ARGS } from "./kiosk.ts";
import {
	CONTENTS,
	LIBRARY_SORTS,
	MAX_NOTE_LENGTH,
	MAX_SEARCH_HITS,
	MAX_SEARCH_LENGTH,
	MAX_TAG_LENGTH,
	MAX_TAGS,
	OUTCOMES,
} from "./library.ts";
import { LEAST_INBOUND_BYTES, MOST_INBOUND_BYTES } from "./message-size.ts";
import { TAP_FAILURES } from "./reader.ts";
import { MAX_TEMPLATE_NAME, MAX_TEMPLATE_UNITS, TEMPLATE_KINDS } from "./templates.ts";
import { MAX_AUTHORITY_CHARACTERS } from "./time-stamps.ts";
import { MAX_UNFOLDED } from "./timeline.ts";
import { AUTHORITY_SETS, MAX_CA_CHARACTERS, MAX_CLIENT_CERTIFICATE_CHARACTERS, MAX_CLIENT_KEY_CHARACTERS } from "./trust.ts";

const closed = (properties: Record<string, object>, required: string[] = Object.keys(properties)) => ({
	type: "object",
	additionalProperties: false,
	properties,
	required,
});
const sessionId = { type: "string", minLength: 1, maxLength: 128 };
const ordinal = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const text = { type: "string", maxLength: 8 * 1024 * 1024 };
const templateId = { type: "string", pattern: "^[0-9a-f-]{36}$" };
const connectionId = { type: "string", minLength: 1, maxLength: 64 };
const triState = { enum: ["auto", "always", "never"] };
const tapId = { type: "string", minLength: 1, maxLength: 64 };
const simulatedCard = closed(
	{
		uid: { type: "string", pattern: "^(?:[0-9a-f]{2}){1,16}$" },
		tagType: { type: "string", minLength: 1, maxLength: 64 },
		technologies: { type: "array", maxItems: 8, uniqueItems: true, items: { type: "string", minLength: 1, maxLength: 32 } },
		records: {
			type: "array",
			maxItems: 64,
			items: closed({
				tnf: { type: "integer", minimum: 0, maximum: 5 },
				type: { type: "string", maxLength: 255, pattern: "^[\\x20-\\x7e]*$" },
				id: { type: "string", maxLength: 255, pattern: "^[\\x20-\\x7e]*$" },
				payload: { type: "string", maxLength: 43_692, pattern: "^[A-Za-z0-9+/]*={0,2}$" },
			}),
		},
	},
	[],
);
const filter = closed(
	{
		directions: { type: "array", items: { enum: ["in", "out", "local"] }, maxItems: 3, uniqueItems: true },
		heartbeats: { type: "boolean" },
		text: { type: "string", maxLength: 1024 },
		onlyTrouble: { type: "boolean" },
		acks: { type: "boolean" },
		fold: { type: "boolean" },
		unfolded: { type: "array", items: ordinal, maxItems: MAX_UNFOLDED, uniqueItems: true },
		afterOrdinal: ordinal,
	},
	[],
);
const connectionTrust = closed(
	{
		authorities: { enum: AUTHORITY_SETS },
		ca: { type: "string", minLength: 1, maxLength: MAX_CA_CHARACTERS },
		clientCertificate: { type: "string", minLength: 1, maxLength: MAX_CLIENT_CERTIFICATE_CHARACTERS },
		clientKey: { type: "string", maxLength: MAX_CLIENT_KEY_CHARACTERS },
		passphrase: { type: "string", maxLength: 1024 },
		pin: closed({ of: { enum: ["certificate", "publicKey"] }, sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }),
		noVerify: { const: true },
		proxy: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { enum: ["none", "environment"] } }),
				closed(
					{
						kind: { const: "url" },
						url: { type: "string", minLength: 1, maxLength: 1024 },
						credentials: { type: "string", maxLength: 1024 },
					},
					["kind", "url"],
				),
			],
		},
	},
	[],
);
/** Argument schema of a target; a file with a connection in it is checked with it, too. */
export const CONNECT_TARGET_SCHEMA = closed(
	{
		protocol: { enum: ["agentcall", "aifight"] },
		by: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { const: "practice" }, scenario: { type: "string", minLength: 1, maxLength: 64 } }),
				closed(
					{
						kind: { const: "card" },
						source: { type: "string", minLength: 1, maxLength: 4096 },
						text: { type: "string", maxLength: 1048576 },
						url: { type: "string", minLength: 1, maxLength: 4096 },
					},
					["kind", "source"],
				),
				closed({ kind: { const: "url" }, url: { type: "string", minLength: 1, maxLength: 4096 } }),
			],
		},
		name: { type: "string", maxLength: 128 },
		sessionId,
		headers: { type: "object", maxProperties: 64, additionalProperties: { type: "string", maxLength: 8192 } },
		subprotocols: { type: "array", maxItems: 16, items: { type: "string", minLength: 1, maxLength: 64 } },
		modalities: { type: "array", maxItems: 2, uniqueItems: true, items: { enum: ["nfc", "photo"] } },
		audioTurnControl: { type: "boolean" },
		resume: triState,
		ack: triState,
		audioTurnCounter: { enum: ["shared", "separate"] },
		maxMessageBytes: { type: "integer", minimum: LEAST_INBOUND_BYTES, maximum: MOST_INBOUND_BYTES },
		sequenceIn: { enum: ["frame", "metadata"] },
		autoConfirm: { type: "boolean" },
		readiness: { enum: ["ready", "notReady", "byHand"] },
		rememberKey: { type: "boolean" },
		keyOf: { type: "string", minLength: 1, maxLength: 256 },
		allowInsecure: { type: "boolean" },
		trust: connectionTrust,
		afterBreak: { enum: ["newSession", "sameSession"] },
		tapRule: { enum: TAP_RULES },
		connectionId,
	},
	["protocol", "by"],
);
const connectTarget = CONNECT_TARGET_SCHEMA;
const secretPart = { type: "string", minLength: 1, maxLength: 256 };
const secretValues = {
	type: "object",
	maxProperties: 80,
	propertyNames: secretPart,
	additionalProperties: { type: "string", maxLength: 1048576 },
};

const fileId = { type: "string", minLength: 1, maxLength: 64 };
const uploadId = { type: "string", minLength: 1, maxLength: 64 };
const ruleText = (most: number) => ({ type: "string", minLength: 1, maxLength: most });
/** SHA-256, lower-case hex. */
const hash = { type: "string", pattern: "^[0-9a-f]{64}$" };

const redactionRules = {
	type: "array",
	maxItems: MAX_REDACTION_RULES,
	items: closed({
		id: ruleText(64),
		label: ruleText(128),
		match: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { const: "kind" }, of: { enum: REDACTION_KINDS } }),
				closed({ kind: { const: "path" }, path: ruleText(512) }),
				closed({ kind: { const: "header" }, name: ruleText(128) }),
				closed({ kind: { const: "pattern" }, pattern: ruleText(512) }),
			],
		},
		on: { type: "boolean" },
	}),
};
const sessionIds = { type: "array", items: sessionId, minItems: 1, maxItems: 1000, uniqueItems: true };
const tags = { type: "array", items: { type: "string", minLength: 1, maxLength: MAX_TAG_LENGTH }, maxItems: MAX_TAGS, uniqueItems: true };
const hits = { type: "integer", minimum: 1, maximum: MAX_SEARCH_HITS };
const some = (words: readonly string[]) => ({ type: "array", items: { enum: words }, uniqueItems: true, maxItems: words.length });
const libraryFilter = closed(
	{
		text: { type: "string", maxLength: 1024 },
		protocols: some(["agentcall", "aifight"]),
		outcomes: some(OUTCOMES),
		contains: some(CONTENTS),
		tags,
		fromMs: ordinal,
		toMs: ordinal,
		removed: { type: "boolean" },
	},
	[],
);
const librarySort = closed({ by: { enum: LIBRARY_SORTS }, descending: { type: "boolean" } });

/** JSON Schema (draft-07 vocabulary) of every request's arguments; `dispatch` refuses anything else. */
export const ARGS_SCHEMA = {
	"app.info": closed({}),
	"timeStamps.try": closed({ address: { type: "string", minLength: 1, maxLength: MAX_AUTHORITY_CHARACTERS } }),
	"proof.heads": closed({}),
	"settings.get": closed({}),
	"settings.set": closed({ key: { type: "string", pattern: "^[a-z][a-zA-Z0-9.]{0,63}$" }, value: { type: "string", maxLength: 4096 } }),
	"recent.list": closed({}),
	"recent.forget": closed({ id: { type: "string", minLength: 1, maxLength: 128 } }),
	"card.read": closed(
		{
			source: { type: "string", minLength: 1, maxLength: 4096 },
			text: { type: "string", maxLength: 1048576 },
			trust: connectionTrust,
			connectionId,
		},
		["source"],
	),
	"connection.list": closed({}),
	"connection.save": closed({
		connection: closed(
			{
				connectionId: { anyOf: [connectionId, { type: "null" }] },
				name: { type: "string", maxLength: 4 * MAX_CONNECTION_NAME },
				target: connectTarget,
				secretHeaders: { type: "array", maxItems: 64, items: { type: "string", minLength: 1, maxLength: 256 } },
				forget: { type: "array", maxItems: 80, items: secretPart },
			},
			["connectionId", "name", "target", "secretHeaders"],
		),
	}),
	"connection.duplicate": closed({ connectionId }),
	"connection.remove": closed({ connectionId }),
	"connection.restore": closed({ connectionId }),
	"connection.open": closed(
		{
			connectionId,
			values: secretValues,
			sessionId,
		},
		["connectionId"],
	),
	"connection.export": closed({ connectionId }),
	"connection.import": closed({ text: { type: "string", maxLength: 4 * 1024 * 1024 } }),
	"session.open": closed({ target: connectTarget }),
	"session.pin": closed({ sessionId, sha256: { type: "string", pattern: "^[0-9a-f]{64}$" } }),
	"session.again": closed({ sessionId }),
	"session.list": closed({}),
	"session.connect": closed({ sessionId }),
	"session.disconnect": closed({ sessionId }),
	"session.end": closed({ sessionId }),
	"session.close": closed({
		sessionId,
		code: { type: "integer", minimum: 1000, maximum: 4999 },
		reason: { type: "string", maxLength: 123 },
	}),
	"session.read": closed({ sessionId }),
	"session.rename": closed({ sessionId, name: { type: "string", minLength: 1, maxLength: 128 } }),
	"message.catalogue": closed({ sessionId }),
	"message.check": closed({ sessionId, text }),
	"message.send": closed({ sessionId, text, override: { type: "boolean" } }, ["sessionId", "text"]),
	"message.discard": closed({ sessionId, ordinal }),
	"draft.get": closed({ sessionId }),
	"draft.save": closed({ sessionId, key: { type: "string", minLength: 1, maxLength: 64 }, text }),
	"template.list": closed({}),
	"template.save": closed(
		{
			id: templateId,
			kind: { enum: TEMPLATE_KINDS },
			name: { type: "string", minLength: 1, maxLength: MAX_TEMPLATE_NAME },
			text: { type: "string", minLength: 1, maxLength: MAX_TEMPLATE_UNITS },
		},
		["kind", "name", "text"],
	),
	"template.forget": closed({ id: templateId }),
	"timeline.rows": closed({ sessionId, filter, from: ordinal, count: { type: "integer", minimum: 1, maximum: 500 } }),
	"timeline.entry": closed({ sessionId, ordinal, mostBytes: { type: "integer", minimum: 1, maximum: 64 * 1024 * 1024 } }, [
		"sessionId",
		"ordinal",
	]),
	"timeline.locate": closed({ sessionId, filter, ordinal }),
	"timeline.trouble": closed({ sessionId, filter, fromOrdinal: ordinal, direction: { enum: ["next", "previous"] } }),
	"timeline.overview": closed({ sessionId, columns: { type: "integer", minimum: 1, maximum: 2000 } }),
	"conversation.page": closed({
		sessionId,
		from: { anyOf: [ordinal, { type: "null" }] },
		count: { type: "integer", minimum: 1, maximum: 500 },
		since: ordinal,
		texts: { type: "array", maxItems: 500, items: closed({ index: ordinal, to: ordinal }) },
	}),
	"conversation.text": closed({ sessionId, index: ordinal, from: ordinal, count: { type: "integer", minimum: 1, maximum: MAX_PIECE } }),
	"conversation.locate": closed({ sessionId, ordinal }),
	"conversation.whole": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"state.at": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"state.trail": closed({ sessionId }),
	"table.view": closed({
		sessionId,
		match: { anyOf: [{ type: "string", maxLength: 256 }, { type: "null" }] },
		ordinal: { anyOf: [ordinal, { type: "null" }] },
	}),
	"table.whole": closed({ sessionId, ordinal: { anyOf: [ordinal, { type: "null" }] } }),
	"seat.ask": closed({ sessionId }),
	"seat.askAt": closed({ target: connectTarget }),
	"agentKey.list": closed({}),
	"agentKey.forget": closed({ server: { type: "string", maxLength: 256 }, agent: { type: "string", maxLength: 256 } }),
	"transcript.verify": closed({ sessionId, head: hash }, ["sessionId"]),
	"transcript.export": closed(
		{
			sessionId,
			format: { enum: EXPORT_FORMATS },
			redact: { type: "boolean" },
			rules: redactionRules,
			excerpt: closed({ from: ordinal, to: ordinal }),
		},
		["sessionId", "format", "redact"],
	),
	"file.handOver": closed({ fileId }),
	"file.show": closed({ fileId }),
	"redaction.rules": closed({}),
	"redaction.save": closed({ rules: redactionRules }),
	"redaction.preview": closed({ sessionId, rules: redactionRules }),
	"upload.begin": closed({ name: { type: "string", minLength: 1, maxLength: 255 }, bytes: ordinal }),
	"upload.piece": closed({ uploadId, base64: { type: "string", maxLength: Math.ceil(UPLOAD_PIECE_BYTES / 3) * 4 } }),
	"upload.cancel": closed({ uploadId }),
	"transcript.import": closed({ uploadId, protocol: { enum: ["agentcall", "aifight"] } }, ["uploadId"]),
	"transcript.verifyFile": closed({ uploadId, head: hash, key: hash }, ["uploadId"]),
	"compare.run": closed({
		left: sessionId,
		right: sessionId,
		from: ordinal,
		count: { type: "integer", minimum: 1, maximum: 500 },
		onlyDifferences: { type: "boolean" },
	}),
	"replay.start": closed({
		sessionId,
		to: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { const: "target" }, target: connectTarget }),
				closed({ kind: { const: "connection" }, connectionId, values: secretValues }, ["kind", "connectionId"]),
			],
		},
		pace: {
			type: "object",
			required: ["kind"],
			oneOf: [
				closed({ kind: { enum: ["kept", "fast"] } }),
				closed({ kind: { const: "scaled" }, by: { type: "number", minimum: 0.01, maximum: 1000 } }),
			],
		},
	}),
	"replay.stop": closed({ sessionId }),
	"replay.status": closed({ sessionId }),
	"library.list": closed({ filter: libraryFilter, sort: librarySort, from: ordinal, count: { type: "integer", minimum: 1, maximum: 500 } }),
	"library.session": closed({ sessionId }),
	"library.annotate": closed({ sessionIds, note: { type: "string", maxLength: MAX_NOTE_LENGTH }, addTags: tags, removeTags: tags }, [
		"sessionIds",
	]),
	"library.remove": closed({ sessionIds }),
	"library.restore": closed({ sessionIds }),
	"library.retention": closed({
		policy: closed({
			maxAgeDays: { anyOf: [{ type: "number", minimum: 0, maximum: 100_000 }, { type: "null" }] },
			maxBytes: { anyOf: [ordinal, { type: "null" }] },
			keepNoted: { type: "boolean" },
		}),
		apply: { type: "boolean" },
	}),
	"library.compact": closed({}),
	"library.backup": closed({ place: { enum: PLACES } }),
	"library.jobs": closed({}),
	"library.cancel": closed({ jobId: ordinal }),
	"library.statistics": closed({}),
	"search.run": closed({ text: { type: "string", maxLength: MAX_SEARCH_LENGTH }, sessionId, limit: hits }, ["text", "limit"]),
	"search.more": closed({ searchId: ordinal, limit: hits }),
	"search.cancel": closed({ searchId: ordinal }),
	"schemas.status": closed({}),
	"schemas.read": closed({}),
	"reader.status": closed({}),
	"reader.history": closed({}),
	"reader.rename": closed({ reader: { type: "string", minLength: 1, maxLength: 256 }, name: { type: "string", maxLength: 64 } }),
	"tap.pending": closed({}),
	"tap.confirm": closed({ tapId, text }, ["tapId"]),
	"tap.discard": closed({ tapId }),
	"tap.useFor": closed({
		tapId,
		sessionId,
		interactionId: { anyOf: [{ type: "string", minLength: 1, maxLength: 128 }, { type: "null" }] },
	}),
	"tap.setRule": closed({ sessionId, rule: { enum: TAP_RULES } }),
	"tap.simulate": closed({ card: simulatedCard, failure: { enum: Object.keys(TAP_FAILURES) } }, []),
	...KIOSK_ARGS,
} satisfies Record<RequestName, object>;
