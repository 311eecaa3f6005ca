import type { Observations } from "../door.ts";
import { photoMessage } from "./photo-message.ts";
import { createTapMessage } from "./tap-message.ts";

export const OBSERVATIONS: Observations = {
	type: "user.observation",
	ofTap: createTapMessage,
	ofPhoto: photoMessage,
	photoSql: "CASE WHEN json_valid(CAST(body AS TEXT)) THEN CAST(body AS TEXT) ->> '$.observation.modality' END = 'photo'",
};
