import { cardParts } from "../../nfc/private-parts.ts";
import type { Observations } from "../door.ts";
import { photoMessage } from "./photo-message.ts";
import { createTapMessage } from "./tap-message.ts";

export const OBSERVATION_TYPE = "user.observation";

export const OBSERVATIONS: Observations = {
	type: OBSERVATION_TYPE,
	privateParts: [...cardParts("/observation"), { path: "/observation/source/value", what: "photo" }],
	ofTap: createTapMessage,
	ofPhoto: photoMessage,
	photoSql: "CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ->> '$.observation.modality' END = 'photo'",
};
