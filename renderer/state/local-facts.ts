import type { LocalFacts } from "../../schemas/timeline.ts";
import { isOwnWish } from "./session-words.ts";

/** How a link ended, in the words of a row. */
export interface LinkEnd {
	/** `1006`, `HTTP 503`, `ECONNREFUSED`; empty when nothing is known. */
	code: string;
	/** The end was wished for: by the operator, or because the session is over. Undefined when nobody knows. */
	wanted: boolean | undefined;
}

export function linkEnd({ code, httpStatus, errorCode, by, isOver }: LocalFacts): LinkEnd {
	const status = httpStatus === undefined ? (errorCode ?? "") : `HTTP ${httpStatus}`;
	const wanted = isOver === true || (by === undefined ? undefined : isOwnWish({ by, errorCode }));
	return { code: code?.toString() ?? status, wanted };
}
