import type { ReactNode } from "react";

/** A word of the wire inside a sentence of the console. */
export function Code({ children }: { children: ReactNode }) {
	return <span className="code">{children}</span>;
}
