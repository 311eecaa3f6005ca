import { protocolIn } from "../../../state/connect-target.ts";
import { protocolOf, protocols } from "../../../state/protocols.ts";
import { currentAnswer, isHeld, type SeatQuestion } from "../../../state/seat-store.ts";
import { Button } from "../../elements/Button.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { AdvancedOptions } from "./AdvancedOptions.tsx";
import { notesOf } from "./field-notes.ts";
import { SaveButtons } from "./SaveButtons.tsx";
import { SeatAnswer } from "./SeatAnswer.tsx";
import { TableOptions } from "./TableOptions.tsx";
import { TrustOptions } from "./TrustOptions.tsx";
import type { ConnectProps } from "./use-connect.ts";
import { useConnections } from "./use-connections.ts";
import { useSeat } from "./use-seat.ts";

const NOTHING_ASKED: SeatQuestion = { kind: "none" };
const REMEDY = { allowInsecure: "Allow ws:// for this connection", useAsCard: "Read it as a card" } as const;

/** An address typed by hand. */
export function AddressForm({ store, state }: ConnectProps) {
	const { form, problem } = state;
	const { seats, seat } = useSeat(store);
	const { connections } = useConnections();
	const protocol = protocolIn(form);
	const { addressExample, offers } = protocolOf(protocol);
	const isTable = offers.seat;
	const question = isTable ? currentAnswer(seat.question, form) : NOTHING_ASKED;
	return (
		<form
			className="conn"
			aria-label="Own address"
			onSubmit={(event) => {
				event.preventDefault();
				if (state.editing) void connections.saveForm(false);
				else void (isTable ? seats.go() : store.go());
			}}
		>
			<div className="form-grid">
				<TextField
					label="Address of the socket"
					data
					autoFocus
					placeholder={addressExample}
					help={
						state.editing && form.url.includes("…")
							? "… stands for what is secret. Left as it is, it stays; another address is typed whole."
							: "wss:// anywhere, ws:// to this computer."
					}
					notes={notesOf(problem, "url")}
					value={form.url}
					onChange={(url) => store.set({ url })}
				/>
				<TextField
					label="Name in the list"
					optional
					notes={notesOf(problem, "name")}
					value={form.name}
					onChange={(name) => store.set({ name })}
				/>
			</div>
			<div className={`conn-line ${isTable ? "conn-line--top" : ""}`}>
				<div className="field">
					<div className="field-top">
						<span className="label">Protocol</span>
					</div>
					<Segmented
						label="Protocol"
						items={protocols().map(({ name, label }) => ({ id: name, label }))}
						selected={protocol}
						onSelect={(chosen) => store.set({ protocol: chosen })}
					/>
				</div>
				{isTable && <TableOptions store={store} state={state} seats={seats} seat={seat} />}
				{offers.resume && (
					<>
						<div className="field">
							<div className="field-top">
								<span className="label">Resume after a broken link</span>
							</div>
							<Segmented
								label="Resume after a broken link"
								items={[
									{ id: "off", label: "Off" },
									{ id: "on", label: "On" },
								]}
								selected={form.resume === "always" ? "on" : "off"}
								onSelect={(choice) => store.set({ resume: choice === "on" ? "always" : "auto", ack: choice === "on" ? "always" : "auto" })}
							/>
						</div>
						<p className="note conn-why">
							{form.resume === "always"
								? "Frames are acknowledged once stored, and a new link asks to go on after the last of them. Only for agents that support it."
								: "No card says that this agent can resume, so each link begins anew and no acks are sent."}
						</p>
					</>
				)}
			</div>
			<SeatAnswer question={question} />
			<div className="btns">
				{!state.editing && (
					<Button kind="main" type="submit" hotkey="Enter" busy={state.opening || question.kind === "asking"}>
						{isHeld(question) ? "Take the seat" : "Connect"}
					</Button>
				)}
				<SaveButtons store={store} state={state} />
				{isTable &&
					!state.editing &&
					(question.kind === "asking" ? (
						<Button onPress={() => void store.go()}>Connect without waiting</Button>
					) : (
						<Button onPress={() => void seats.ask()}>Ask who holds the seat</Button>
					))}
				{problem?.remedy && <Button onPress={() => store.remedy(problem)}>{REMEDY[problem.remedy]}</Button>}
				<Button aria-expanded={state.advanced} onPress={() => store.setAdvanced(!state.advanced)}>
					Headers, subprotocol, options
				</Button>
			</div>
			<TrustOptions store={store} state={state} />
			{state.advanced && <AdvancedOptions store={store} state={state} />}
		</form>
	);
}
