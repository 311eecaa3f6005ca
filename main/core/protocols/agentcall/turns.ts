import { valueAt } from "../../../../schemas/rules/json-pointer.ts";
import type { TurnRules } from "../door.ts";
import { STAND_IN_PROFILE } from "./profile.ts";

const NAMED = `/metadata/${STAND_IN_PROFILE.carriers.vendorKey}/turn`;

export const TURNS: TurnRules = {
	own(value) {
		const turn = valueAt(value, "/turn");
		return typeof turn === "number" ? turn : null;
	},
	opens: "RUN_STARTED",
	named(value) {
		const turn = valueAt(value, NAMED) ?? valueAt(value, `/event${NAMED}`);
		return typeof turn === "number" ? turn : null;
	},
};
