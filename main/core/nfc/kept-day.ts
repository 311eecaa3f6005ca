import type { ReaderStateKind } from "../../../schemas/reader.ts";
import type { ReaderHistory, ReaderSpan } from "../../../schemas/tap.ts";
import { isObject } from "../schema/json-schema.ts";

/** Setting with the reader's last day, so that a restart, or a power cut at night, does not hide what happened before it. */
export const DAY_SETTING = "@reader/day";
/** The newest ones are kept: a setting is written whole each time. */
const MAX_KEPT_SPANS = 500;
const MAX_KEPT_TAPS = 2000;
const MAX_CAUSE = 400;

const KINDS: Readonly<Record<ReaderStateKind, true>> = {
	starting: true,
	serviceAbsent: true,
	serviceStopped: true,
	accessDenied: true,
	noReader: true,
	ready: true,
	busy: true,
	cardPresent: true,
	unsupportedCard: true,
	fault: true,
};

export function dayText({ spans, taps }: ReaderHistory): string {
	const kept: ReaderHistory = {
		spans: spans.slice(-MAX_KEPT_SPANS).map((span) => ({ ...span, cause: span.cause.slice(0, MAX_CAUSE) })),
		taps: taps.slice(-MAX_KEPT_TAPS),
	};
	return JSON.stringify(kept);
}

/** Never throws: what does not fit, from another version or a hand, is left out one by one. */
export function readDay(text: string | undefined): ReaderHistory {
	try {
		const value: unknown = JSON.parse(text ?? "{}");
		if (!isObject(value)) return { spans: [], taps: [] };
		const list = (name: string): unknown[] => (Array.isArray(value[name]) ? value[name] : []);
		return { spans: list("spans").filter(isSpan), taps: list("taps").filter(isTap) };
	} catch {
		return { spans: [], taps: [] };
	}
}

const isSpan = (value: unknown): value is ReaderSpan =>
	isObject(value) &&
	Number.isFinite(value.fromMs) &&
	Number.isFinite(value.toMs) &&
	Number(value.toMs) >= Number(value.fromMs) &&
	typeof value.kind === "string" &&
	Object.hasOwn(KINDS, value.kind) &&
	typeof value.cause === "string";

const isTap = (value: unknown): value is ReaderHistory["taps"][number] =>
	isObject(value) && Number.isFinite(value.atMs) && typeof value.ok === "boolean";
