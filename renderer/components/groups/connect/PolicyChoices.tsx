import type { ProtocolOffers } from "../../../../schemas/protocols.ts";
import type { TapRule } from "../../../../schemas/tap-rule.ts";
import { Note } from "../../elements/Field.tsx";
import { Segmented } from "../../elements/Segmented.tsx";
import type { ConnectProps } from "./use-connect.ts";

const TAP_RULE: readonly { id: TapRule; label: string }[] = [
	{ id: "confirm", label: "A person sends" },
	{ id: "confirmByTap", label: "The same card again" },
	{ id: "atOnce", label: "At once" },
];

/** What happens without being asked: after a break, with a tap, and where a frame's number is looked for. */
export function PolicyChoices({ store, state, offers }: ConnectProps & { offers: ProtocolOffers }) {
	const { form } = state;
	return (
		<>
			{offers.resume && (
				<div className="field">
					<div className="field-top">
						<span className="label">After a break, without resume</span>
					</div>
					<div className="conn-with">
						<Segmented
							label="After a break, without resume"
							items={[
								{ id: "newSession", label: "New session id" },
								{ id: "sameSession", label: "Same id, turns go on" },
							]}
							selected={form.afterBreak}
							onSelect={(afterBreak) => store.set({ afterBreak })}
						/>
					</div>
				</div>
			)}
			{offers.taps && (
				<div className="field">
					<div className="field-top">
						<span className="label">A tap while a card is asked for</span>
					</div>
					<div className="conn-with">
						<Segmented
							label="A tap while a card is asked for"
							items={TAP_RULE}
							selected={form.tapRule}
							onSelect={(tapRule) => store.set({ tapRule })}
						/>
					</div>
					{form.tapRule === "atOnce" && <Note kind="warn" text="What the card says goes out without anyone having looked at it." />}
				</div>
			)}
			{offers.resume && (
				<div className="field">
					<div className="field-top">
						<span className="label">Number of a frame</span>
					</div>
					<div className="conn-with">
						<Segmented
							label="Number of a frame"
							items={[
								{ id: "frame", label: "sequence" },
								{ id: "metadata", label: "also in metadata" },
							]}
							selected={form.sequenceIn}
							onSelect={(sequenceIn) => store.set({ sequenceIn })}
						/>
					</div>
					{form.sequenceIn === "metadata" && (
						<Note kind="plain" text="Where a frame has none, the number in the metadata of its event counts." />
					)}
				</div>
			)}
		</>
	);
}
