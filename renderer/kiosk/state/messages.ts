import type { KioskMessageFile } from "../../../schemas/kiosk.ts";
import de from "../messages/de.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };

export type MessageKey = keyof typeof en;
/** One language, whole. */
export type Messages = Readonly<Record<MessageKey, string>>;

export interface Language {
	/** A language tag. */
	tag: string;
	messages: Messages;
}

const BUILT_IN: readonly Language[] = [
	{ tag: "en", messages: en },
	{ tag: "de", messages: de },
];
/** Longest text of one message, UTF-16 units; more does not fit the screen. */
const MOST_UNITS = 400;

const placeholders = (text: string): string =>
	[...text.matchAll(/\{(\w+)\}/g)]
		.map(([, name]) => name)
		.sort()
		.join(" ");

/**
 * A message file: an object with the keys of messages/en.json, each a text with the same placeholders. What is missing or does not fit is
 * English and named in `problems`, so that a file for an older version still serves. Null when it is no such object at all.
 */
export function readMessages(text: string): { messages: Messages; problems: string[] } | null {
	let given: unknown;
	try {
		given = JSON.parse(text);
	} catch {
		return null;
	}
	if (typeof given !== "object" || given === null || Array.isArray(given)) return null;
	const file = given as Record<string, unknown>;
	const problems = Object.keys(file).flatMap((key) => (Object.hasOwn(en, key) ? [] : [`${key}: there is no such message`]));
	const messages = Object.fromEntries(
		(Object.entries(en) as [MessageKey, string][]).map(([key, model]) => {
			const own = Object.hasOwn(file, key) ? file[key] : undefined;
			if (own === undefined) problems.push(`${key}: missing`);
			else if (typeof own !== "string" || own.trim() === "" || own.length > MOST_UNITS)
				problems.push(`${key}: not a text of 1 to ${MOST_UNITS} characters`);
			else if (placeholders(own) !== placeholders(model))
				problems.push(`${key}: must have exactly the placeholders “${placeholders(model)}”`);
			else return [key, own];
			return [key, model];
		}),
	) as unknown as Messages;
	return { messages, problems };
}

/** As the platform writes that tag; null for what is shaped like one and is none (`de-old`): writing a time in it would throw. */
function tagOf(language: string): string | null {
	try {
		return Intl.getCanonicalLocales(language)[0] ?? null;
	} catch {
		return null;
	}
}

/** A file that does not say its language's name would offer a second “English”. */
function named(tag: string, messages: Messages): Messages {
	if (messages["language.name"] !== en["language.name"] || tag === "en" || tag.startsWith("en-")) return messages;
	return { ...messages, "language.name": new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag };
}

/** The languages that come with the program and those of the profile; a file of the profile takes the place of one that comes along. */
export function allLanguages(files: readonly KioskMessageFile[], report: (problem: string) => void = () => {}): Language[] {
	const languages = new Map(BUILT_IN.map((each) => [each.tag, each]));
	for (const { language, text } of files) {
		const tag = tagOf(language);
		const read = readMessages(text);
		if (tag === null) report(`${language}.json is not named by a language tag.`);
		else if (read === null) report(`${language}.json is no message file.`);
		else languages.set(tag, { tag, messages: named(tag, read.messages) });
		for (const problem of read?.problems ?? []) report(`${language}.json: ${problem}.`);
	}
	return [...languages.values()];
}

export interface Choice {
	/** In the order of the settings. */
	offered: readonly Language[];
	current: Language;
}

/** What is offered on screen, and what is shown: the visitor's choice, else the first of the settings, else the system's language, else English. */
export function chooseLanguage(
	all: readonly Language[],
	wanted: readonly string[],
	chosen: string | null,
	system: readonly string[],
): Choice {
	const find = (tag: string) => all.find((each) => each.tag === tagOf(tag));
	const listed = wanted.flatMap((tag) => find(tag) ?? []);
	const offered = listed.length > 0 ? listed : all;
	const near = (tag: string) => find(tag) ?? find(tag.split("-")[0] ?? "");
	const bySystem = listed.length > 0 ? undefined : system.flatMap((tag) => near(tag) ?? [])[0];
	const byVisitor = chosen === null ? undefined : offered.find((each) => each.tag === chosen);
	return { offered, current: byVisitor ?? bySystem ?? offered[0] ?? { tag: "en", messages: en } };
}

/**
 * A time of day as it stands on the screen, everywhere there: `03:49` in German, `3:49 AM` or `03:49` in English, by the language shown and the
 * system's kind of it.
 */
export const timeOfDay = (atMs: number, language: string, system: readonly string[]): string =>
	new Intl.DateTimeFormat(clockLocale(language, system), { timeStyle: "short" }).format(atMs);

/** As the system writes where it speaks that language, English (United Kingdom) rather than just English. */
function clockLocale(language: string, system: readonly string[]): string {
	const base = language.split("-")[0]?.toLowerCase();
	return system.find((each) => each.split("-")[0]?.toLowerCase() === base) ?? language;
}

/** Puts values into a message. */
export function fill(text: string, values: Readonly<Record<string, string | number>> = {}): string {
	return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
