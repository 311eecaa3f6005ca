import type { CardReading } from "../../../../schemas/ipc.ts";
import type { ConnectForm } from "../../../state/connect-target.ts";
import { addressProblem, offeredModalities } from "../../../state/connect-target.ts";
import { byteSize, duration } from "../../../state/format.ts";
import { Badge } from "../../elements/Badge.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";
import { FindingList } from "../composer/FindingList.tsx";

/** What was read from the card, before anything is dialled. */
export function CardFacts({ reading, form }: { reading: CardReading; form: ConnectForm }) {
	const offered = offeredModalities(form, reading);
	const foreign = reading.modalities.filter((each) => each !== "nfc" && each !== "photo");
	const insecure = addressProblem(reading.url, form.allowInsecure)?.remedy === "allowInsecure";
	return (
		<section className="card-facts" aria-label="What the card says" aria-live="polite">
			<h3>
				<Icon name="card" />
				<span className="cut">
					<SafeText text={reading.name} most={128} />
				</span>
				<Badge icon="check">read, nothing dialled yet</Badge>
			</h3>
			<dl>
				<dt>Socket</dt>
				<dd className="mono">
					<SafeText text={reading.url} most={600} />
				</dd>
				<dt>Resume</dt>
				<dd>
					{reading.resume
						? "declared: frames are acknowledged, a broken link goes on where it stopped"
						: "not declared: a reconnect begins anew, no acks"}
				</dd>
				<dt>Asks for</dt>
				<dd>
					{reading.modalities.length === 0 ? "no taps and no photos" : <SafeText text={reading.modalities.join(", ")} most={300} />}
					{foreign.length > 0 && (
						<span className="dim">
							{" "}
							(<SafeText text={foreign.join(", ")} most={300} /> is unknown here and never offered)
						</span>
					)}
					{offered.length > 0 && <span className="dim">, offered: {offered.join(", ")}</span>}
				</dd>
				<dt>Audio turns</dt>
				<dd>{reading.explicitTurns ? "explicit turns, if switched on below" : "not offered"}</dd>
				{reading.maxFrameBytes !== null && (
					<>
						<dt>Largest frame</dt>
						<dd className="mono">{byteSize(reading.maxFrameBytes)}</dd>
					</>
				)}
				{reading.retentionMs !== null && (
					<>
						<dt>Kept for resume</dt>
						<dd className="mono">{duration(reading.retentionMs)}</dd>
					</>
				)}
				{reading.subprotocol !== null && (
					<>
						<dt>Subprotocol</dt>
						<dd className="mono">
							<SafeText text={reading.subprotocol} most={128} />
						</dd>
					</>
				)}
			</dl>
			{insecure && (
				<p className="note note--warn">
					<Icon name="finding" />
					The card names ws://, which anyone on the way can read. It is refused unless you allow it under options.
				</p>
			)}
			<FindingList findings={reading.findings} />
		</section>
	);
}
