import type { ReaderInfo } from "../../../schemas/reader.ts";
import { isObject } from "../schema/json-schema.ts";

/** Setting that holds the operator's names for readers, as JSON text: key of the reader → name. */
export const NAMES_SETTING = "readerNames";
/** Names kept; those given first go first. */
const MAX_NAMES = 32;

/** A reader is known again by its serial number on any port, else by the system's name, which speaks of the port. */
export const readerKey = ({ name, model, serial }: Pick<ReaderInfo, "name" | "model" | "serial">): string =>
	serial === null ? `name ${name}` : `serial ${model} ${serial}`;

export type GivenNames = Readonly<Record<string, string>>;

export function readNames(setting: string | undefined): GivenNames {
	try {
		const value: unknown = JSON.parse(setting ?? "{}");
		if (!isObject(value)) return {};
		return Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === "string"));
	} catch {
		return {};
	}
}

/** With one name more, another one, or (empty) one less. */
export function withName(names: GivenNames, key: string, name: string): GivenNames {
	const { [key]: _, ...rest } = names;
	const said = name.trim();
	return said === "" ? rest : Object.fromEntries([...Object.entries(rest), [key, said] as const].slice(-MAX_NAMES));
}
