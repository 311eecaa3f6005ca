import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useNewest, useSession, useSessions } from "../../../hooks/console-context.ts";
import { useLostSince } from "../../../hooks/use-bridge.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { clockMinute, groupCount, shortAge } from "../../../state/format.ts";
import { askWords } from "../../../state/requests.ts";
import { sessionWords, wordsWhileLost } from "../../../state/session-words.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { tableAsk } from "../../../state/table-words.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

interface SessionItemProps {
	sessionId: string;
	isCurrent: boolean;
	onOpen: () => void;
}

function itemWords(session: SteadySession, nowMs: number, lostSinceMs: number | null) {
	const known = { ...sessionWords(session, lostSinceMs ?? nowMs), ...askWords(session, nowMs), ...tableAsk(session, nowMs) };
	return lostSinceMs === null ? known : { ...wordsWhileLost(known, lostSinceMs), clock: false, more: "" };
}

/** One session in the rail: state as icon and word, when it was last heard, what came since it was last looked at. */
export function SessionItem({ sessionId, isCurrent, onOpen }: SessionItemProps) {
	const session = useSession(sessionId);
	const nowMs = useNow();
	const lostSinceMs = useLostSince();
	const words = session && itemWords(session, nowMs, lostSinceMs);
	const heardWords = (heard: number) => (words?.ended ? clockMinute(heard) : shortAge(nowMs - heard));
	const age = useNewest(sessionId, ({ lastHeardAtMs, createdAtMs }) => heardWords(lastHeardAtMs ?? createdAtMs));
	const unread = useSessions(({ byId, seen }) =>
		isCurrent ? 0 : Math.max(0, (byId.get(sessionId)?.ledger.received ?? 0) - (seen.get(sessionId) ?? 0)),
	);
	if (!session || !words) return null;
	const mark = words.meaning === "plain" ? "" : `m-${words.meaning}`;
	const spoken = [
		session.name,
		words.state,
		words.detail,
		words.more,
		session.notVerified && "certificate not verified",
		`last heard ${age}${words.ended ? "" : " ago"}`,
		unread > 0 && `${unread} new`,
	];
	return (
		<button
			className={`ses ${words.ended ? "ses--ended" : ""}`}
			type="button"
			aria-label={spoken.filter(Boolean).join(", ")}
			aria-current={isCurrent}
			onClick={onOpen}
		>
			<span className={mark}>
				<Icon name={words.icon} />
			</span>
			<span className="ses-name cut" title={visibleText(session.name)}>
				<SafeText text={session.name} most={128} />
			</span>
			<span className="ses-age">{age}</span>
			<span className="ses-state" title={visibleText([words.state, words.detail, words.more].filter(Boolean).join(", "))}>
				{words.ended ? <span className="cut">{words.state}</span> : <b className={mark}>{words.state}</b>}
				{words.detail && <span className={words.clock ? "mono m-waiting" : "cut"}>{words.detail}</span>}
				{words.more && <span className="cut">{words.more}</span>}
				{session.notVerified && <span className="m-finding cut">not verified</span>}
				{unread > 0 && <span className="ses-count">{groupCount(unread)} new</span>}
			</span>
		</button>
	);
}
