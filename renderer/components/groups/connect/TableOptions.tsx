import { Checkbox } from "../../elements/Checkbox.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import { AgentKey } from "./AgentKey.tsx";
import type { ConnectProps } from "./use-connect.ts";
import type { SeatProps } from "./use-seat.ts";

/** Who the agent is, and what is answered without asking. */
export function TableOptions(props: ConnectProps & SeatProps) {
	const { store, state } = props;
	const { form } = state;
	return (
		<>
			<AgentKey {...props} />
			<div className="field">
				<div className="field-top">
					<span className="label">Asked whether it could play</span>
				</div>
				<Segmented
					label="Asked whether it could play"
					items={[
						{ id: "ready", label: "Say ready" },
						{ id: "notReady", label: "Say not ready" },
						{ id: "byHand", label: "By hand" },
					]}
					selected={form.readiness}
					onSelect={(readiness) => store.set({ readiness })}
				/>
			</div>
			<div className="field">
				<div className="field-top">
					<span className="label">A match that was found</span>
				</div>
				<Checkbox isChecked={form.autoConfirm} onChange={(autoConfirm) => store.set({ autoConfirm })}>
					Confirm at once
				</Checkbox>
			</div>
			<div className="field">
				<div className="field-top">
					<span className="label">Before taking the seat</span>
				</div>
				<Checkbox isChecked={form.askSeat} onChange={(askSeat) => store.set({ askSeat })}>
					Ask whether another client holds it
				</Checkbox>
			</div>
		</>
	);
}
