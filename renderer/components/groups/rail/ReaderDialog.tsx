import { useEffect, useState } from "react";
import { type ReaderInfo, type ReaderStatus, TAP_FAILURES } from "../../../../schemas/reader.ts";
import { useApi, useConsole } from "../../../hooks/console-context.ts";
import { refusal } from "../../../state/error-findings.ts";
import { clockSecond, duration, plural } from "../../../state/format.ts";
import type { ReaderHealth } from "../../../state/reader-health.ts";
import { Button } from "../../elements/Button.tsx";
import { Checkbox } from "../../elements/Checkbox.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { TextField } from "../../elements/TextField.tsx";

interface ReaderDialogProps {
	status: ReaderStatus;
	/** Null until it is known. */
	health: ReaderHealth | null;
	isOpen: boolean;
	onClose: () => void;
}

/** Longest name of the contract. */
const NAME_LIMIT = 64;
/** Stops that are listed. */
const MOST_STOPS = 8;

/** Everything that is known about the reader, for whoever looks for a fault; and what may be set about it. */
export function ReaderDialog({ status, health, isOpen, onClose }: ReaderDialogProps) {
	const { state, driver, readers, restarts, suppressed, lastFailure } = status;
	return (
		<Dialog title="Card reader" isOpen={isOpen} onClose={onClose} isWide actions={<Button onPress={onClose}>Close</Button>}>
			<div className="readerd">
				<p>
					<SafeText text={`${state.cause} ${state.wayOn}`} />
				</p>
				<h3>Readers</h3>
				{readers.length === 0 && <p className="soft">None is known now. Slots for cards of the reader itself (SAM) are not offered.</p>}
				{readers.map((reader) => (
					<ReaderRow key={reader.name} reader={reader} />
				))}
				<h3>How it is read</h3>
				<dl>
					<dt>Driver</dt>
					<dd>
						<SafeText text={driver ? `${driver.name}. ${driver.why}` : "None is in use."} />
					</dd>
					<dt>Reader process</dt>
					<dd>{restarts === 0 ? "Never had to be started again" : `Started again ${plural(restarts, "time")}`}</dd>
					<dt>Repeats left out</dt>
					<dd>{suppressed === 0 ? "None" : `${plural(suppressed, "reading")} of a card that lay there, or flickered`}</dd>
					{lastFailure && (
						<>
							<dt>Failed tap</dt>
							<dd>
								<SafeText text={`${clockSecond(lastFailure.atMs)}. ${lastFailure.message} ${TAP_FAILURES[lastFailure.reason]}`} />
							</dd>
						</>
					)}
				</dl>
				<ApduSwitch />
				<h3>Last 24 hours</h3>
				{health === null || health.stops.length === 0 ? (
					<p className="soft">No stop since this console was started.</p>
				) : (
					<ol className="readerd-stops">
						{health.stops.slice(0, MOST_STOPS).map(({ fromMs, toMs, cause }) => (
							<li key={fromMs}>
								<span className="mono">{clockSecond(fromMs)}</span>
								<span className="mono">{duration(toMs - fromMs)}</span>
								<SafeText text={cause} />
							</li>
						))}
						{health.stops.length > MOST_STOPS && <li className="soft">{health.stops.length - MOST_STOPS} more</li>}
					</ol>
				)}
			</div>
		</Dialog>
	);
}

/** One reader, and the name the operator has for it. */
function ReaderRow({ reader }: { reader: ReaderInfo }) {
	const { api, app } = useConsole();
	const { name, model, serial, givenName, isTwin, state } = reader;
	const [typed, setTyped] = useState(givenName ?? "");
	useEffect(() => setTyped(givenName ?? ""), [givenName]);
	const save = async () => {
		if (typed.trim() === (givenName ?? "")) return;
		const result = await api.request("reader.rename", { reader: name, name: typed.trim().slice(0, NAME_LIMIT) });
		if (!result.ok) app.say(refusal("The name was not kept", result.error));
	};
	const stays =
		serial === null ? "Stays with the name the system gives it, which speaks of its port." : `Stays with serial number ${serial}.`;
	return (
		<form
			className="readerd-row"
			onSubmit={(event) => {
				event.preventDefault();
				void save();
			}}
		>
			<TextField
				label={`Name of ${model}`}
				placeholder={model}
				maxLength={NAME_LIMIT}
				help={stays}
				value={typed}
				onChange={setTyped}
				onBlur={() => void save()}
			/>
			<p className="small soft">
				<SafeText text={`${name}: ${state.cause}`} />
				{isTwin && " Another reader here is of the same model and neither tells a serial number: only the port tells them apart."}
			</p>
		</form>
	);
}

/** Whether commands and responses are written into the timeline. */
function ApduSwitch() {
	const api = useApi();
	const [isOn, setOn] = useState(false);
	useEffect(() => {
		void api.request("settings.get", {}).then((settings) => settings.ok && setOn(settings.value.readerApduLog === "on"));
	}, [api]);
	const change = (on: boolean) => {
		setOn(on);
		void api.request("settings.set", { key: "readerApduLog", value: on ? "on" : "off" });
	};
	return (
		<Checkbox isChecked={isOn} onChange={change}>
			Write the commands of each reading into the timeline. They hold what is on people's cards.
		</Checkbox>
	);
}
