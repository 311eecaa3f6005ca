import type { SessionSummary } from "../../../../schemas/session.ts";
import { useReader } from "../../../hooks/console-context.ts";
import { tapHint } from "../../../state/tap-words.ts";

/** After a request's words: what the next tap does, or why none can come. */
export function TapHint({ session }: { session: SessionSummary }) {
	const status = useReader((state) => state.status);
	return status ? <> {tapHint(status, session.tapRule ?? "confirm")}</> : null;
}
