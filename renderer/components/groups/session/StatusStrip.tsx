import { type ReactNode, useRef } from "react";
import type { SessionSummary } from "../../../../schemas/session.ts";
import { useNewest } from "../../../hooks/console-context.ts";
import { useLostSince } from "../../../hooks/use-bridge.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { useDesk } from "../../../hooks/use-session-desk.ts";
import { isEqual, type SettledSum, settleSum } from "../../../state/delivery-sum.ts";
import { groupCount, shortAge } from "../../../state/format.ts";
import { createRateMeter } from "../../../state/rate-meter.ts";
import { STALE_AFTER_MS, sessionWords, wordsWhileLost } from "../../../state/session-words.ts";
import { Icon } from "../../elements/Icon.tsx";
import { Spark } from "../../elements/Spark.tsx";

function Measure({ name, children, alarm = false }: { name: string; children: ReactNode; alarm?: boolean }) {
	return (
		<div className={`meas meas--${name.replaceAll(" ", "-")}`}>
			<dt>{name}</dt>
			<dd className={alarm ? "m-alarm" : ""}>{children}</dd>
		</div>
	);
}

function Gaps({ session }: { session: SessionSummary }) {
	const { gaps } = session.ledger;
	const open = gaps.filter((gap) => gap.state === "open").length;
	const lost = gaps.filter((gap) => gap.state === "lost").length;
	const some = (count: number, word: string) => (count === gaps.length ? word : `${count} ${word}`);
	const word = open > 0 ? some(open, "open") : lost > 0 ? some(lost, "lost") : gaps.length > 0 ? "healed" : "";
	return (
		<Measure name="gaps">
			<span className={open + lost > 0 ? "m-gap" : ""}>{groupCount(gaps.length)}</span>
			{word && <small className={open + lost > 0 ? "m-gap" : ""}>{word}</small>}
		</Measure>
	);
}

/** The promise in numbers: red once they have differed for a second. */
function Sum({ settled }: { settled: SettledSum }) {
	const { sum, bad } = settled;
	const signs = [sum.received === sum.stored ? "=" : "≠", sum.stored === sum.shown ? "=" : "≠"];
	return (
		<div className={`meas meas--sum ${bad ? "meas--bad" : ""}`}>
			<dl>
				<div>
					<dt>received</dt>
					<dd>
						{bad && <Icon name="alarm" small />}
						{groupCount(sum.received)}
					</dd>
				</div>
				<span className="eq">{signs[0]}</span>
				<div>
					<dt>stored</dt>
					<dd>{groupCount(sum.stored)}</dd>
				</div>
				<span className="eq">{signs[1]}</span>
				<div>
					<dt>shown</dt>
					<dd>{groupCount(sum.shown)}</dd>
				</div>
			</dl>
			{bad && !isEqual(sum) && <span className="vh">Received, stored and shown differ.</span>}
		</div>
	);
}

/** Link and delivery in one line; steps once a second, numbers have fixed places. */
export function StatusStrip({ sessionId }: { sessionId: string }) {
	const session = useNewest(sessionId, (newest) => newest);
	return session && <Strip session={session} />;
}

function Strip({ session }: { session: SessionSummary }) {
	const nowMs = useNow();
	// Read, not followed: this part steps with the session's summary and the clock, which is as often as numbers can be read.
	const feed = useDesk().feed.snapshot();
	const { ledger, status } = session;
	const lostSinceMs = useLostSince();
	const known = sessionWords({ ...session, ledger: { ...ledger, unknown: 0 } }, lostSinceMs ?? nowMs);
	const words = lostSinceMs === null ? known : wordsWhileLost(known, lostSinceMs);

	const rate = useRef(createRateMeter());
	rate.current.sample(ledger.received, nowMs);
	const settled = useRef<SettledSum | null>(null);
	// Before the list was read once there is nothing to compare with.
	settled.current = settleSum(settled.current, ledger, feed.kind === "loading" ? ledger.entries : feed.entries, Date.now());

	const ageMs = session.lastHeardAtMs === null ? null : Math.max(0, nowMs - session.lastHeardAtMs);
	const stale = status.kind === "open" && ageMs !== null && ageMs > STALE_AFTER_MS;
	const pending = ledger.queued;
	return (
		<dl className="strip" aria-label="Link and delivery">
			<Measure name="link" alarm={words.meaning === "alarm"}>
				<Icon name={words.icon} small />
				<span className="cut">{words.link}</span>
			</Measure>
			<Measure name="last heard" alarm={stale}>
				{stale && <Icon name="alarm" small />}
				{ageMs === null ? "never" : shortAge(ageMs)}
				{stale && ", stale"}
			</Measure>
			<Measure name="cursor">{ledger.sequencing === "unsequenced" ? <small>no numbers</small> : ledger.cursor}</Measure>
			<Measure name="acked">{ledger.acks ? ledger.acked : <small>acks off</small>}</Measure>
			<Gaps session={session} />
			<Measure name="rate">
				<span className="meas-rate">{groupCount(rate.current.perSecond())}/s</span>
				<Spark values={rate.current.values()} />
			</Measure>
			<Measure name="queue">
				{pending > 0 ? <span className="m-waiting">{groupCount(pending)}</span> : 0}
				{ledger.unknown > 0 && <small className="m-unknown">{groupCount(ledger.unknown)} unknown</small>}
			</Measure>
			<Sum settled={settled.current} />
		</dl>
	);
}
