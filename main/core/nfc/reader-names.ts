/** A PC/SC reader's name taken apart. */
export interface ReaderName {
	model: string;
	serial: string | null;
	/** A slot for cards of the reader itself; no one can tap there. */
	isSam: boolean;
}

/**
 * Shape: pcsc-lite says `MODEL [INTERFACE] (SERIAL) RR SS`, reader and slot as two hex digits each; others say `MODEL N`. Serial and
 * interface are often missing.
 */
export function readReaderName(name: string): ReaderName {
	const base = name.replace(/ [0-9a-f]{2} [0-9a-f]{2}$/i, "").replace(/ \d{1,2}$/, "");
	const serial = /\(([^()]+)\)\s*$/.exec(base)?.[1] ?? null;
	const model = base
		.replace(/\s*\([^()]*\)\s*$/, "")
		.replace(/\s+/g, " ")
		.trim();
	return { model: model === "" ? name : model, serial, isSam: /\bSAM\b/i.test(name) };
}

/** Names of which another one has the same model, and neither tells a serial number. */
export function findTwins(names: readonly string[]): Set<string> {
	const parts = names.map((name) => ({ name, ...readReaderName(name) }));
	return new Set(
		parts
			.filter(
				({ name, model, serial }) =>
					serial === null && parts.some((other) => other.name !== name && other.model === model && other.serial === null),
			)
			.map(({ name }) => name),
	);
}
