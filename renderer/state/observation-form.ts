import type { FieldModel, MessageForm } from "../../schemas/forms.ts";
import type { Tap } from "../../schemas/reader.ts";
import { fieldFits } from "./field-fits.ts";
import { readForm } from "./form-read.ts";
import { BRANCH, changeAt, emptyValue, type FormValue, partAt } from "./form-value.ts";

/** Fields of `user.observation` that the answer form knows by name; a catalogue of another shape keeps the generic form. */
export type ObservationModel = Extract<FieldModel, { kind: "union" }>;
type Modality = "nfc" | "photo";

/** What makes an observation one of its own; given in, so that tests can say it. */
export interface Stamp {
	nowMs: number;
	newId: () => string;
}

const OBSERVATION = "observation";
const MEMBER_KINDS: Readonly<Record<Modality, Readonly<Record<string, FieldModel["kind"]>>>> = {
	nfc: {
		observedAt: "text",
		observationId: "text",
		simulated: "boolean",
		uid: "text",
		technologies: "list",
		tagType: "text",
		ndef: "object",
	},
	photo: { observedAt: "text", observationId: "text", simulated: "boolean", source: "union", byteLength: "integer", sha256: "text" },
};

/** What the guided form writes; a model that cannot take it gets the generic form. */
const TRIALS: Readonly<Record<Modality, Readonly<Record<string, unknown>>>> = {
	nfc: {
		observedAt: "2026-12-01T10:00:00Z",
		observationId: "i",
		simulated: true,
		device: { name: "d", kind: "k" },
		uid: "04",
		technologies: ["NFC-A"],
		tagType: "t",
		atr: "3b",
		ndef: { records: [{ tnf: 1, type: "U", payload: "BGE=", decoded: { recordType: "url", url: "https://a" } }] },
	},
	photo: {
		observedAt: "2026-12-01T10:00:00Z",
		observationId: "i",
		simulated: false,
		device: { kind: "camera" },
		source: { type: "data", value: "AAAA", mimeType: "image/jpeg" },
		byteLength: 3,
		sha256: "0".repeat(64),
		width: 1,
		height: 1,
	},
};

const guided = new WeakMap<MessageForm, ObservationModel | null>();

/** The observation's model when the guided form can serve it, else null. */
export function guidedModel(message: MessageForm): ObservationModel | null {
	const known = guided.get(message);
	if (known !== undefined) return known;
	const model = servedModel(message);
	guided.set(message, model);
	return model;
}

function servedModel({ type, form }: MessageForm): ObservationModel | null {
	if (type !== "user.observation" || form.kind !== "object") return null;
	const model = form.fields.find((field) => field.name === OBSERVATION);
	if (model?.kind !== "union" || model.discriminator !== "modality") return null;
	const isServed = (modality: Modality) =>
		Object.entries(MEMBER_KINDS[modality]).every(([name, kind]) => memberModel(model, modality, name)?.kind === kind);
	return isServed("nfc") && isServed("photo") && takesTrials(model) ? model : null;
}

/** A schema from elsewhere may have the same names with other shapes behind them. */
function takesTrials(model: ObservationModel): boolean {
	return (["nfc", "photo"] as const).every((modality) =>
		Object.entries(TRIALS[modality]).every(([name, value]) => {
			const field = memberModel(model, modality, name);
			return field === undefined || fieldFits(field, value);
		}),
	);
}

function branchOf(model: ObservationModel, modality: string): number {
	return model.branches.findIndex(
		({ field }) =>
			field.kind === "object" && field.fields.some((each) => each.name === "modality" && each.kind === "const" && each.value === modality),
	);
}

/** The fields of one modality. */
export function branchModel(model: ObservationModel, modality: string): FieldModel | undefined {
	return model.branches[branchOf(model, modality)]?.field;
}

export function memberModel(model: ObservationModel, modality: string, name: string): FieldModel | undefined {
	const field = branchModel(model, modality);
	return field?.kind === "object" ? field.fields.find((each) => each.name === name) : undefined;
}

/** `nfc` or `photo`, as the form stands; null when it is of another shape. */
export function modalityOf(model: ObservationModel, form: FormValue): Modality | null {
	const observation = partAt(form, [OBSERVATION]);
	if (observation?.kind !== "union") return null;
	const known: Modality[] = ["nfc", "photo"];
	return known.find((modality) => branchOf(model, modality) === observation.branch) ?? null;
}

export function interactionIdOf(form: FormValue): string {
	const part = partAt(form, ["interactionId"]);
	return part?.kind === "text" ? part.text : "";
}

export function textAt(form: FormValue, name: string): string {
	const part = partAt(form, [OBSERVATION, name]);
	return part?.kind === "text" || part?.kind === "number" ? part.text : "";
}

/** Ties the form to a request, or to none (`""`). */
export function bindTo(form: FormValue, interactionId: string): FormValue {
	return changeAt(form, ["interactionId"], () => ({ kind: "text", text: interactionId }));
}

/** An empty observation of that modality; what was filled in for the other one goes. */
export function withModality(model: ObservationModel, form: FormValue, modality: Modality): FormValue {
	const branch = branchOf(model, modality);
	const field = model.branches[branch]?.field;
	if (!field || modalityOf(model, form) === modality) return form;
	return changeAt(form, [OBSERVATION], () => ({ kind: "union", branch, value: emptyValue(field) }));
}

/** Values of the wire by member name; undefined takes a member out. */
export type Members = Readonly<Record<string, unknown>>;

/** Puts members into the observation as if they had been filled in. What does not fit its field is a mistake of the program. */
export function withMembers(model: ObservationModel, form: FormValue, members: Members): FormValue {
	const modality = modalityOf(model, form);
	if (modality === null) return form;
	let next = form;
	for (const [name, value] of Object.entries(members)) {
		const field = memberModel(model, modality, name);
		if (field) next = changeAt(next, [OBSERVATION, BRANCH, name], () => valueFrom(field, value));
	}
	return next;
}

/** A value of the wire as a field's value. */
export function valueFrom(field: FieldModel, value: unknown): FormValue {
	if (value === undefined) return field.kind === "text" ? { kind: "text", text: "" } : { kind: "absent" };
	const reading = readForm(field, JSON.stringify(value));
	if (!reading.ok) throw new Error(`${field.name} does not fit its field: ${reading.reasons[0]?.why}`);
	return reading.value;
}

/**
 * Something about the observation was made here: it says so, and has an id and a time of its own. No edit by hand can pass for a device.
 */
export function madeByHand(model: ObservationModel, form: FormValue, stamp: Stamp): FormValue {
	return withMembers(model, form, { ...stampFor(form, stamp), simulated: true });
}

function stampFor(form: FormValue, { nowMs, newId }: Stamp): Members {
	return {
		...(textAt(form, "observationId") === "" && { observationId: newId() }),
		...(textAt(form, "observedAt") === "" && { observedAt: new Date(nowMs).toISOString() }),
	};
}

/** The form for a request: bound, of its modality, and begun. */
export function beginAnswer(
	model: ObservationModel,
	form: FormValue,
	request: { interactionId: string; modality: string },
	stamp: Stamp,
): FormValue {
	const isKnown = request.modality === "nfc" || request.modality === "photo";
	const bound = bindTo(form, request.interactionId);
	const next = isKnown ? withModality(model, bound, request.modality === "photo" ? "photo" : "nfc") : bound;
	return modalityOf(model, next) === "nfc" ? madeByHand(model, next, stamp) : next;
}

export interface MadePhoto {
	base64: string;
	byteLength: number;
	sha256: string;
	width: number;
	height: number;
	/** Taken now by this device's camera. */
	isFromCamera: boolean;
}

export function withPhoto(model: ObservationModel, form: FormValue, photo: MadePhoto, stamp: Stamp): FormValue {
	return withMembers(model, withModality(model, form, "photo"), {
		observationId: stamp.newId(),
		observedAt: new Date(stamp.nowMs).toISOString(),
		simulated: !photo.isFromCamera,
		device: photo.isFromCamera ? { kind: "camera" } : undefined,
		source: { type: "data", value: photo.base64, mimeType: "image/jpeg" },
		byteLength: photo.byteLength,
		sha256: photo.sha256,
		width: photo.width,
		height: photo.height,
	});
}

export function withoutPhoto(model: ObservationModel, form: FormValue): FormValue {
	const field = model.branches[branchOf(model, "photo")]?.field;
	return field && modalityOf(model, form) === "photo"
		? changeAt(form, [OBSERVATION], (old) => (old.kind === "union" ? { ...old, value: emptyValue(field) } : old))
		: form;
}

/** What a card said, as if it had been typed: bound to the request, and marked as made by hand. */
export function madeOfTap(model: ObservationModel, form: FormValue, tap: Tap, interactionId: string | null, stamp: Stamp): FormValue {
	const records = tap.ndef?.records.map(({ tnf, type, id, payload, decoded }) => ({ tnf, type, id, payload, ...(decoded && { decoded }) }));
	return withMembers(model, withModality(model, bindTo(form, interactionId ?? ""), "nfc"), {
		simulated: true,
		observationId: stamp.newId(),
		observedAt: new Date(tap.atMs).toISOString(),
		device: { name: "Switchboard", kind: "simulator" },
		uid: tap.isRandomUid ? undefined : tap.uid,
		technologies: tap.technologies,
		tagType: tap.tagType === "" ? undefined : tap.tagType,
		atr: tap.atr === "" ? undefined : tap.atr,
		ndef: records && { records },
	});
}

/** A tap as a card could have given it; says that it is simulated. `random` answers bytes. */
export function simulatedTap(random: (count: number) => Uint8Array): Members {
	const uid = Array.from(random(6), (byte) => byte.toString(16).padStart(2, "0")).join("");
	return {
		simulated: true,
		device: { name: "Switchboard", kind: "simulator" },
		// 04 is a maker's number that many cards begin with.
		uid: `04${uid}`,
		technologies: ["NFC-A"],
		tagType: "NTAG215",
	};
}
