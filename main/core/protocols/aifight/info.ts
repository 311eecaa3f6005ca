import { OFFERS_NOTHING, type OwnFormat, type ProtocolInfo } from "../../../../schemas/protocols.ts";
import { AIFIGHT_PROFILE } from "./profile.ts";

export const GOLDEN_FORMAT: OwnFormat = {
	id: "aifight",
	label: "AIFight",
	about: "The frames only, in the format of AIFight's own transcripts.",
	file: "AIFight's lines",
	ending: "aifight.jsonl",
};

export const AIFIGHT_INFO: ProtocolInfo = {
	name: "aifight",
	label: "AIFight",
	isKnown: true,
	profile: AIFIGHT_PROFILE,
	standIn: null,
	offers: { ...OFFERS_NOTHING, table: true, seat: true, keyHeader: "X-API-Key" },
	formats: [GOLDEN_FORMAT],
	addressExample: "wss://aifight.ai/api/ws",
};
