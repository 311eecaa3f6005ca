import { visibleText } from "../../../../schemas/rules/visible-text.ts";
import { useNow } from "../../../hooks/use-now.ts";
import type { ComposerStore } from "../../../state/composer-store.ts";
import type { FormValue } from "../../../state/form-value.ts";
import { beginAnswer, bindTo, interactionIdOf, type ObservationModel } from "../../../state/observation-form.ts";
import { clockLeft, modalityName, waitingRequests } from "../../../state/requests.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { type FieldNote, Note } from "../../elements/Field.tsx";
import { Select } from "../../elements/Select.tsx";
import { TextField } from "../../elements/TextField.tsx";
import { useNotes } from "./form-desk.ts";
import { stampNow } from "./stamp.ts";

interface RequestFieldProps {
	model: ObservationModel;
	form: FormValue;
	store: ComposerStore;
	session: SteadySession;
}

const NONE = "none";
const idOf = (interactionId: string) => `id ${interactionId}`;

/** Which request this answers. The id is the request's own and cannot be mistyped here; JSON and Raw write any. */
export function RequestField({ model, form, store, session }: RequestFieldProps) {
	const nowMs = useNow();
	const bound = interactionIdOf(form);
	const notes = useNotes("/interactionId");
	const waiting = waitingRequests(session);
	const own = session.interactions.findLast((each) => each.interactionId === bound);
	const listed = own && !waiting.includes(own) ? [...waiting, own] : waiting;
	const items = listed.map((each) => ({
		id: idOf(each.interactionId),
		label: `${visibleText(each.interactionId)}, ${modalityName(each.modality)}`,
		detail: each.state === "waiting" ? clockLeft(each, nowMs) : each.state,
	}));
	if (bound !== "" && !own) items.push({ id: idOf(bound), label: visibleText(bound), detail: "no such request" });
	const choose = (id: string) => {
		const request = listed.find((each) => idOf(each.interactionId) === id);
		if (request) store.setForm(beginAnswer(model, form, request, stampNow()));
		else if (id === NONE) store.setForm(bindTo(form, ""));
	};
	const locked: FieldNote[] = notes.length > 0 ? notes : [];
	return (
		<>
			<Select
				label="Answers"
				className="fv fv--text"
				items={[...items, { id: NONE, label: "No request (unsolicited)" }]}
				selected={bound === "" ? NONE : idOf(bound)}
				onSelect={choose}
			/>
			{bound === "" ? (
				<div className="fv fv--text obs-unsolicited">
					<Note
						kind="plain"
						text={
							waiting.length > 0
								? "Unsolicited: it answers no request, although one is waiting."
								: "Unsolicited: nobody asked for this, and it says so by having no interactionId."
						}
					/>
				</div>
			) : (
				<TextField
					className="fv fv--text"
					label="Interaction id, from the request"
					data
					readOnly
					value={visibleText(bound)}
					onChange={() => {}}
					notes={locked}
				/>
			)}
		</>
	);
}
