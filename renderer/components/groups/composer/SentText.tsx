import type { ReactNode } from "react";
import { groupCount } from "../../../state/format.ts";

/** Longer texts are shown in part; all of it is sent. */
const SHOWN_CHARACTERS = 8_000;
const encoder = new TextEncoder();

/** Bytes on the wire: a text frame is UTF-8. */
export function wireBytes(text: string): number {
	return encoder.encode(text).length;
}

/** Control and bidirectional characters, which would otherwise act instead of show. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u;

/** The exact text that goes out. */
export function SentText({ text }: { text: string }) {
	const rest = text.length - SHOWN_CHARACTERS;
	return (
		<pre className="pre comp-sent">
			{visible(rest > 0 ? text.slice(0, SHOWN_CHARACTERS) : text)}
			{rest > 0 && <span className="dim">{` … and ${groupCount(rest)} characters more`}</span>}
		</pre>
	);
}

function visible(text: string): ReactNode {
	if (!INVISIBLE.test(text)) return text;
	const parts: ReactNode[] = [];
	let plain = "";
	let at = 0;
	for (const sign of text) {
		if (INVISIBLE.test(sign) && sign !== "\n" && sign !== "\t") {
			parts.push(
				plain,
				<span key={at} className="comp-sign">{`U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`}</span>,
			);
			plain = "";
		} else plain += sign;
		at += sign.length;
	}
	return [...parts, plain];
}
