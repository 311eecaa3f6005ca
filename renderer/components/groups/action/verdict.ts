import type { Finding } from "../../../../schemas/timeline.ts";
import type { ActionState } from "../../../state/action-store.ts";
import type { RequestStand } from "../../../state/action-words.ts";

export interface ActionVerdict {
	kind: "none" | "checking" | "legal" | "late" | "illegal" | "shut";
	line: string;
	errors: readonly Finding[];
}

/** What sending the chosen move would mean. `text` is what would go out. */
export function verdictOf(stand: RequestStand, text: string | null, { check, draft }: Pick<ActionState, "check" | "draft">): ActionVerdict {
	const say = (kind: ActionVerdict["kind"], line: string, errors: readonly Finding[] = []): ActionVerdict => ({ kind, line, errors });
	if (stand.kind === "shut") return say("shut", stand.title);
	if (text === null) return say("none", draft?.index === null ? "Choose a move" : "A number is missing");
	if (check?.text !== text) return say("checking", "Checking");
	const errors = check.result.findings.filter(({ severity }) => severity === "error");
	const [first] = errors;
	if (first) return say("illegal", first.message, errors);
	if (stand.kind === "late") return say("late", "The time is over: the server may have played for you, then this is called stale.");
	return say("legal", "Legal and valid");
}
