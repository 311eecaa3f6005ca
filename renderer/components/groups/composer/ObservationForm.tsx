import type { MessageForm } from "../../../../schemas/forms.ts";
import type { ComposerStore } from "../../../state/composer-store.ts";
import { BRANCH, type FormValue, partAt } from "../../../state/form-value.ts";
import { branchModel, interactionIdOf, modalityOf, type ObservationModel, withModality } from "../../../state/observation-form.ts";
import { isKnownModality } from "../../../state/requests.ts";
import type { SteadySession } from "../../../state/steady-session.ts";
import { Segmented } from "../../elements/Segmented.tsx";
import { NfcFields } from "./NfcFields.tsx";
import { ObjectFields } from "./ObjectFields.tsx";
import { PhotoFields } from "./PhotoFields.tsx";
import { RequestField } from "./RequestField.tsx";

interface ObservationFormProps {
	message: MessageForm;
	model: ObservationModel;
	form: FormValue;
	store: ComposerStore;
	session: SteadySession;
}

const SHOWN = {
	nfc: ["modality", "simulated", "uid", "technologies", "tagType", "ndef"],
	photo: ["modality", "simulated", "source", "byteLength", "sha256", "width", "height"],
} as const;

/**
 * The answer to a request, or an observation nobody asked for. It fills the same tree as the generic form; what it does not show stands under
 * "Other fields", so nothing that was read from a text is lost.
 */
export function ObservationForm({ message, model, form, store, session }: ObservationFormProps) {
	const modality = modalityOf(model, form) ?? "nfc";
	const interactionId = interactionIdOf(form);
	const request = session.interactions.findLast((each) => each.interactionId === interactionId);
	const asked = interactionId !== "" && request && isKnownModality(request.modality) ? request.modality : null;
	const branch = branchModel(model, modality);
	const value = partAt(form, ["observation"]);
	if (message.form.kind !== "object" || form.kind !== "object") return null;
	return (
		<div className="fv-row obs">
			<RequestField model={model} form={form} store={store} session={session} />
			<fieldset className="fv fv--wide fv-part">
				<legend className="fv-legend">
					<span className="label">Observation</span>
					<Segmented
						label="Kind of observation"
						items={[
							{ id: "nfc", label: "NFC tap", isDisabled: asked === "photo" },
							{ id: "photo", label: "Photo", isDisabled: asked === "nfc" },
						]}
						selected={modality}
						onSelect={(next) => store.setForm(withModality(model, form, next))}
					/>
					{asked && <span className="note">as the request asks</span>}
				</legend>
				{modality === "nfc" ? (
					<NfcFields model={model} form={form} onChange={store.setForm} />
				) : (
					<PhotoFields model={model} form={form} store={store} />
				)}
			</fieldset>
			<ObjectFields model={message.form} value={form} path={[]} pointer="" hidden={["type", "interactionId", "observation"]} />
			{branch?.kind === "object" && value?.kind === "union" && value.value.kind === "object" && (
				<details className="fv fv--wide obs-more">
					<summary>Other fields of the observation</summary>
					<ObjectFields model={branch} value={value.value} path={["observation", BRANCH]} pointer="/observation" hidden={SHOWN[modality]} />
				</details>
			)}
		</div>
	);
}
