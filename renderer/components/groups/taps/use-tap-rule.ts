import type { TapRule } from "../../../../schemas/tap-rule.ts";
import { useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { TAP_RULE_WORDS } from "../../../state/tap-words.ts";
import type { MenuEntry } from "../../elements/Menu.tsx";

/** What a tap does in this session, as a choice of a menu; nothing where there are no taps. */
export function useTapRuleEntries({ sessionId, tapRule }: SteadySession): MenuEntry[] {
	const { api, app } = useConsole();
	if (tapRule === undefined) return [];
	const choose = async (rule: TapRule) => {
		const result = await api.request("tap.setRule", { sessionId, rule });
		if (!result.ok) app.say(refusal("The rule did not change", result.error));
	};
	const entries = Object.entries(TAP_RULE_WORDS) as [TapRule, string][];
	return [
		{ kind: "line", id: "tap-rules" },
		...entries.map(
			([rule, label]): MenuEntry => ({ kind: "item", id: `tap-${rule}`, label, isOn: tapRule === rule, onPress: () => void choose(rule) }),
		),
	];
}
