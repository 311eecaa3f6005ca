/** What the file says of its session. */
import { type Forgery, inHeader } from "./forgery.ts";

export const HEADER: readonly Forgery[] = [
	{
		name: "when the session was made",
		parsed: inHeader((h) => {
			h.createdAtMs = 1;
			h.about.createdAtMs = 1;
		}),
	},
	{
		name: "when it was made, in the header only",
		parsed: inHeader((h) => {
			h.createdAtMs = 1;
		}),
	},
	{
		name: "profile",
		parsed: inHeader((h) => {
			h.profile = "real-1.0";
			h.about.profile = "real-1.0";
		}),
	},
	{
		name: "protocol",
		parsed: inHeader((h) => {
			h.protocol = "aifight";
			h.about.protocol = "aifight";
		}),
	},
	{
		name: "where it came from",
		parsed: inHeader((h) => {
			h.imported = { session: "other", redacted: false };
			h.about.imported = { session: "other", redacted: false };
		}),
	},
	{
		name: "what it replays",
		parsed: inHeader((h) => {
			h.about.replayOf = "other";
		}),
	},
	{
		name: "name of the session",
		parsed: inHeader((h) => {
			h.session = "s9";
			h.about.session = "s9";
		}),
	},
	{
		name: "schema of observations",
		parsed: inHeader((h) => {
			h.observationSchema = { file: "x.json", id: "https://x", sha256: "00" };
		}),
	},
	{
		name: "whether it is redacted",
		parsed: inHeader((h) => {
			h.redacted = !h.redacted;
			if (h.redacted) h.masked = [];
			else delete h.masked;
		}),
	},
	{
		name: "when it was exported",
		isOnlySigned: true,
		parsed: inHeader((h) => {
			h.exportedAtMs += 1;
		}),
	},
	{
		name: "key in the header",
		parsed: inHeader((h) => {
			h.publicKey = null;
		}),
	},
	{
		name: "that it came from a redacted file, in the header only",
		parsed: inHeader((h) => {
			h.imported = { session: "s0", redacted: true };
		}),
	},
	{
		name: "that nobody checked the certificate",
		parsed: inHeader((h) => {
			h.notVerified = true;
		}),
	},
];
