import { useReader } from "../../../hooks/console-context.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { tapHint } from "../../../state/tap-words.ts";

/** After a request's words: what the next tap does, or why none can come. */
export function TapHint({ session }: { session: SteadySession }) {
	const status = useReader((state) => state.status);
	return status ? <> {tapHint(status, session.tapRule ?? "confirm")}</> : null;
}
