import type { ConnectTarget } from "../../../schemas/session.ts";
import { assertNever } from "../errors.ts";

/** Where a target without secrets goes. */
export function placeOf({ by }: ConnectTarget): string {
	switch (by.kind) {
		case "practice":
			return `practice agent “${by.scenario}”`;
		case "url":
			return by.url;
		case "card":
			return by.url === undefined ? by.source : `${by.source}, at ${by.url}`;
		default:
			return assertNever(by);
	}
}
