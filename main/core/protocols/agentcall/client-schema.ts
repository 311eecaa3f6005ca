import clientMessage from "../../../../schemas/agentcall/client-message.schema.json" with { type: "json" };
import { OBSERVATION_SCHEMA_ID } from "../../../../schemas/agentcall/observation-id.ts";
import physicalObservation from "../../../../schemas/agentcall/physical-observation.schema.json" with { type: "json" };
import type { SchemaRefs } from "../../schema/json-schema.ts";

export const CLIENT_SCHEMA = clientMessage;

/** The stand-in takes the place of the observation schema that is not public, under the URI the client messages refer to. */
export const CLIENT_REFS: SchemaRefs = {
	[OBSERVATION_SCHEMA_ID]: physicalObservation,
};
/** For when another schema judges the observation: here anything may stand in its place. */
export const OPEN_CLIENT_REFS: SchemaRefs = { [OBSERVATION_SCHEMA_ID]: true };

/** Definition of each client message in the schema, in the order people meet them. */
export const DEFINITION_OF = {
	"user.turn": "userTurn",
	"user.observation": "userObservation",
	"response.cancel": "responseCancel",
	"session.end": "sessionEnd",
	"audio.turn.start": "audioTurnStart",
	"audio.turn.commit": "audioTurnCommit",
	"audio.turn.cancel": "audioTurnCancel",
	"session.start": "sessionStart",
	ack: "ack",
} as const satisfies Record<string, keyof typeof clientMessage.$defs>;

export type ClientMessageType = keyof typeof DEFINITION_OF;
