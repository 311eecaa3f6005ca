import { useEffect, useState } from "react";
import type { ReplayPace, ReplayStatus } from "../../../../schemas/interchange.ts";
import type { ConnectTarget, SessionSummary } from "../../../../schemas/session.ts";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { refusal } from "../../../state/error-findings.ts";
import { isReplayOver, replayWords } from "../../../state/interchange-words.ts";
import { Button } from "../../elements/Button.tsx";
import { Callout } from "../../elements/Callout.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Meter } from "../../elements/Meter.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Select } from "../../elements/Select.tsx";
import { TextField } from "../../elements/TextField.tsx";

type Where = "practice" | "url";
type PaceKind = ReplayPace["kind"];

/** Where and how fast a stored session is said again; then how far it is, and both ways on. */
export function ReplayDialog({ session, onClose }: { session: SessionSummary; onClose: () => void }) {
	const { api, app, sessions } = useConsole();
	const handover = useHandover();
	const scenarios = useApp((state) => state.info?.scenarios ?? []).filter(({ protocol }) => protocol === session.protocol);
	const [where, setWhere] = useState<Where>(session.by === "practice" || session.importedFrom !== undefined ? "practice" : "url");
	const [scenario, setScenario] = useState<string | null>(session.scenario ?? scenarios[0]?.name ?? null);
	const [url, setUrl] = useState(/^wss?:\/\//.test(session.endpoint) && !session.endpoint.includes("…") ? session.endpoint : "");
	const [pace, setPace] = useState<PaceKind>("fast");
	const [factor, setFactor] = useState("10");
	const [isBusy, setIsBusy] = useState(false);
	const [status, setStatus] = useReplayStatus();
	const by = Number(factor);
	const isReady =
		(where === "practice" ? scenario !== null : /^wss?:\/\/\S+$/.test(url.trim())) && (pace !== "scaled" || (by >= 0.01 && by <= 1000));
	const start = async () => {
		setIsBusy(true);
		const target: ConnectTarget = {
			protocol: session.protocol,
			by: where === "practice" ? { kind: "practice", scenario: scenario ?? "" } : { kind: "url", url: url.trim() },
			...(session.protocol === "agentcall" && { modalities: session.modalities, audioTurnControl: session.audioTurnControl }),
		};
		const answer = await api.request("replay.start", {
			sessionId: session.sessionId,
			target,
			pace: pace === "scaled" ? { kind: "scaled", by } : { kind: pace },
		});
		setIsBusy(false);
		if (!answer.ok) return app.say(refusal("Not replayed", answer.error));
		setStatus(answer.value);
		void sessions.load();
	};
	const stop = async () => {
		if (!status) return;
		const answer = await api.request("replay.stop", { sessionId: status.sessionId });
		if (answer.ok) setStatus(answer.value);
	};
	if (status)
		return (
			<Running
				name={session.name}
				status={status}
				onStop={() => void stop()}
				onClose={onClose}
				onOpen={() => {
					app.openSession(status.sessionId);
					onClose();
				}}
				onCompare={() => handover.compare(session.sessionId, status.sessionId)}
			/>
		);
	return (
		<Dialog
			title={`Replay ${session.name}`}
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					<Button onPress={onClose}>Cancel</Button>
					<Button kind="main" icon="play" busy={isBusy} isDisabled={!isReady} onPress={() => void start()}>
						Start
					</Button>
				</>
			}
		>
			<div className="hand">
				<p className="soft">
					What this session said is said again, and recorded as a new session. Turn numbers, request ids and interaction ids are those of
					the new one; taps and photos are marked as simulated.
				</p>
				<div className="hand-part">
					<span className="label" aria-hidden="true">
						To whom
					</span>
					<Segmented
						label="To whom"
						selected={where}
						onSelect={setWhere}
						items={[
							{ id: "practice", label: "Practice agent" },
							{ id: "url", label: "Address" },
						]}
					/>
					{where === "practice" ? (
						<Select
							label="Practice agent"
							selected={scenario}
							onSelect={setScenario}
							items={scenarios.map(({ name, title }) => ({ id: name, label: title }))}
						/>
					) : (
						<TextField
							label="Address of the agent"
							value={url}
							onChange={setUrl}
							data
							placeholder="wss://agent.example/session"
							help="An agent that needs headers or a key: connect to it by hand and compare afterwards."
						/>
					)}
				</div>
				<div className="hand-part">
					<span className="label" aria-hidden="true">
						Pace
					</span>
					<Segmented
						label="Pace"
						selected={pace}
						onSelect={setPace}
						items={[
							{ id: "fast", label: "As fast as answered" },
							{ id: "kept", label: "As it was" },
							{ id: "scaled", label: "Faster or slower" },
						]}
					/>
					{pace === "scaled" && (
						<TextField
							label="Times as fast"
							value={factor}
							onChange={setFactor}
							data
							inputMode="decimal"
							notes={by >= 0.01 && by <= 1000 ? [] : [{ kind: "bad", text: "From 0.01 to 1000." }]}
						/>
					)}
				</div>
			</div>
		</Dialog>
	);
}

/** The replay that was started here, kept up to date by events. */
function useReplayStatus(): [ReplayStatus | null, (status: ReplayStatus) => void] {
	const { api } = useConsole();
	const [status, setStatus] = useState<ReplayStatus | null>(null);
	const sessionId = status?.sessionId;
	useEffect(() => {
		if (sessionId === undefined) return;
		const stop = api.on("replay.changed", ({ status: next }) => {
			if (next.sessionId === sessionId) setStatus(next);
		});
		// What changed before this listened.
		void api.request("replay.status", { sessionId }).then((answer) => {
			if (answer.ok && answer.value) setStatus(answer.value);
		});
		return stop;
	}, [api, sessionId]);
	return [status, setStatus];
}

interface RunningProps {
	name: string;
	status: ReplayStatus;
	onStop: () => void;
	onClose: () => void;
	onOpen: () => void;
	onCompare: () => void;
}

const LISTED = 20;

function Running({ name, status, onStop, onClose, onOpen, onCompare }: RunningProps) {
	const { state, sent, total, skipped, problem } = status;
	const isOver = isReplayOver(status);
	return (
		<Dialog
			title={`Replay of ${name}`}
			isOpen
			onClose={onClose}
			isWide
			actions={
				<>
					{isOver ? <Button onPress={onClose}>Close</Button> : <Button onPress={onStop}>Stop</Button>}
					<Button onPress={onOpen}>Open the new session</Button>
					<Button kind="main" icon="compare" isDisabled={!isOver || state === "failed"} onPress={onCompare}>
						Compare with the original
					</Button>
				</>
			}
		>
			<div className="hand">
				<p role="status">{replayWords(status)}</p>
				<Meter
					label="Messages said"
					value={total === 0 ? (isOver ? 1 : 0) : (sent + skipped.length) / total}
					meaning={state === "failed" ? "alarm" : "plain"}
				/>
				{problem !== null && (
					<Callout kind={state === "failed" ? "alarm" : "finding"} title={state === "failed" ? "It failed" : "Worth knowing"} live>
						<p>
							<SafeText text={problem} />
						</p>
					</Callout>
				)}
				{skipped.length > 0 && (
					<section aria-label="Left out" className="hand-part">
						<h3 className="label">Left out</h3>
						<ul className="hand-list">
							{skipped.slice(0, LISTED).map(({ ordinal, type, why }) => (
								<li key={ordinal}>
									<span className="mono">{ordinal}</span>
									<span className="mono">
										<SafeText text={type} most={64} />
									</span>
									<span className="grow">
										<SafeText text={why} most={400} />
									</span>
								</li>
							))}
						</ul>
						{skipped.length > LISTED && <p className="soft">{skipped.length - LISTED} more.</p>}
					</section>
				)}
				{!isOver && <p className="soft">Closing this window does not stop it; it goes on in the new session.</p>}
			</div>
		</Dialog>
	);
}
