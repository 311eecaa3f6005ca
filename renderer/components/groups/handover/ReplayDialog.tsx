import { useEffect, useState } from "react";
import type { ListedConnection, SecretPart } from "../../../../schemas/connections.ts";
import type { ReplayPace, ReplayStatus, ReplayTo } from "../../../../schemas/interchange.ts";
import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { useHandover } from "../../../hooks/use-handover.ts";
import { useSavedConnections } from "../../../hooks/use-saved-connections.ts";
import { problemOf } from "../../../state/connection-draft.ts";
import { refusal } from "../../../state/error-findings.ts";
import { offersOf } from "../../../state/protocols.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { Select } from "../../elements/Select.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { SecretsDialog } from "../connect/SecretsDialog.tsx";
import { ReplayProgress } from "./ReplayProgress.tsx";

type Where = "practice" | "connection" | "url";
type PaceKind = ReplayPace["kind"];

/** Where and how fast a stored session is said again; then how far it is, and both ways on. */
export function ReplayDialog({ session, onClose }: { session: SteadySession; onClose: () => void }) {
	const { api, app, sessions } = useConsole();
	const handover = useHandover();
	const scenarios = useApp((state) => state.info?.scenarios ?? []).filter(({ protocol }) => protocol === session.protocol);
	const saved = useSavedConnections();
	const list = (saved?.connections ?? []).filter(({ connection }) => connection.target.protocol === session.protocol);
	const [chosen, setWhere] = useState<Where | null>(null);
	const [connectionId, setConnectionId] = useState<string | null>(session.connectionId ?? null);
	const connection = list.find((each) => each.connection.connectionId === connectionId) ?? list[0];
	const where = chosen ?? firstPlace(session, connection);
	const [scenario, setScenario] = useState<string | null>(session.scenario ?? scenarios[0]?.name ?? null);
	const [url, setUrl] = useState(/^wss?:\/\//.test(session.endpoint) && !session.endpoint.includes("…") ? session.endpoint : "");
	const [pace, setPace] = useState<PaceKind>("fast");
	const [factor, setFactor] = useState("10");
	const [isBusy, setIsBusy] = useState(false);
	const [status, setStatus] = useReplayStatus();
	const [asked, setAsked] = useState<{ needs: readonly SecretPart[]; error: string | null } | null>(null);
	const by = Number(factor);
	const isPlaced = {
		practice: scenario !== null,
		connection: connection !== undefined,
		url: /^wss?:\/\/\S+$/.test(url.trim()),
	}[where];
	const isReady = isPlaced && (pace !== "scaled" || (by >= 0.01 && by <= 1000));
	const to = (values: SecretValues): ReplayTo => {
		if (where === "connection") return { kind: "connection", connectionId: connection?.connection.connectionId ?? "", values };
		const { protocol, modalities, audioTurnControl } = session;
		const agent =
			where === "practice" ? { kind: "practice" as const, scenario: scenario ?? "" } : { kind: "url" as const, url: url.trim() };
		return { kind: "target", target: { protocol, by: agent, ...(offersOf(protocol).taps && { modalities, audioTurnControl }) } };
	};
	const start = async (values: SecretValues = {}) => {
		setIsBusy(true);
		const answer = await api.request("replay.start", {
			sessionId: session.sessionId,
			to: to(values),
			pace: pace === "scaled" ? { kind: "scaled", by } : { kind: pace },
		});
		setIsBusy(false);
		if (answer.ok) {
			setAsked(null);
			setStatus(answer.value);
			void sessions.load();
			return;
		}
		const { needs } = (answer.error.detail ?? {}) as { needs?: SecretPart[] };
		if (answer.error.code === "SECRETS_NEEDED" && needs) return setAsked({ needs, error: null });
		if (asked && problemOf(answer.error)) return setAsked({ ...asked, error: answer.error.message });
		setAsked(null);
		app.say(refusal("Not replayed", answer.error));
	};
	const stop = async () => {
		if (!status) return;
		const answer = await api.request("replay.stop", { sessionId: status.sessionId });
		if (answer.ok) setStatus(answer.value);
	};
	if (status)
		return (
			<ReplayProgress
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
	if (asked && connection)
		return (
			<SecretsDialog
				of={connection}
				{...asked}
				keeping={saved?.keeping ?? null}
				doLabel="Start"
				busy={isBusy}
				onGive={(values) => void start(values)}
				onClose={() => setAsked(null)}
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
							{ id: "connection", label: "Saved connection" },
							{ id: "url", label: "Address" },
						]}
					/>
					{where === "practice" && (
						<Select
							label="Practice agent"
							selected={scenario}
							onSelect={setScenario}
							items={scenarios.map(({ name, title }) => ({ id: name, label: title }))}
						/>
					)}
					{where === "connection" &&
						(connection ? (
							<Select
								label="Saved connection"
								selected={connection.connection.connectionId}
								onSelect={setConnectionId}
								items={list.map((each) => ({ id: each.connection.connectionId, label: visibleText(each.connection.name) }))}
							/>
						) : (
							<p className="note">None is saved for this protocol. Save one on the connect screen; it brings headers and keys along.</p>
						))}
					{where === "url" && (
						<TextField
							label="Address of the agent"
							value={url}
							onChange={setUrl}
							data
							placeholder="wss://agent.example/session"
							help="For an agent that needs headers or a key, choose a saved connection."
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

type SecretValues = Partial<Record<SecretPart, string>>;

/** Where the session itself went, as far as that can be had again. */
function firstPlace(session: SteadySession, connection: ListedConnection | undefined): Where {
	if (session.connectionId !== undefined && connection?.connection.connectionId === session.connectionId) return "connection";
	return session.by === "practice" || session.importedFrom !== undefined ? "practice" : "url";
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
