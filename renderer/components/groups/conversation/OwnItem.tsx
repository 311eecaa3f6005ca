import type { ConversationItem } from "../../../../schemas/conversation.ts";
import type { ConversationRow } from "../../../../schemas/conversation-page.ts";
import { deliveryMark } from "../../../state/conversation-words.ts";
import { plural } from "../../../state/format.ts";
import { Button } from "../../elements/Button.tsx";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

type OwnKind = Extract<ConversationItem, { kind: "turn" | "observation" }>;

/** Words of an own message. */
export function OwnWords({ item }: { item: OwnKind }) {
	if (item.kind === "turn") {
		return (
			<>
				<div className="long">
					<SafeText text={item.text} keepLines />
				</div>
				{item.contexts > 0 && <p className="small soft">with {plural(item.contexts, "context entry", "context entries")}</p>}
			</>
		);
	}
	const what = item.modality === "nfc" ? "a card" : item.modality === "photo" ? "a photo" : "an observation";
	return (
		<p>
			Sent {what}
			{item.interactionId !== null && (
				<>
					{" for request "}
					<span className="mono">
						<SafeText text={item.interactionId} />
					</span>
				</>
			)}
			{item.simulated === true && ", simulated"}
		</p>
	);
}

/** What is proven about an own message. A refusal offers the way on where an agent takes no turn of this session any more. */
export function OwnRefs({ item, row, onAgain }: { item: OwnKind; row: ConversationRow; onAgain: (() => void) | null }) {
	const mark = deliveryMark(item.delivery);
	return (
		<>
			{mark && (
				<span className={mark.meaning === "plain" ? "" : `m-${mark.meaning}`}>
					{mark.icon && <Icon name={mark.icon} small />}
					{mark.word}
				</span>
			)}
			{item.delivery === "refused" && onAgain !== null && (
				<Button small kind="quiet" icon="plus" onPress={onAgain}>
					New session
				</Button>
			)}
			{item.turn !== null && <span>turn {item.turn}</span>}
			{row.kind === "item" && row.item.epoch > 1 && <span>epoch {row.item.epoch}</span>}
		</>
	);
}
