import type { HandOver } from "../../main/core/ports.ts";

export interface FakeHandOver extends HandOver {
	/** What the person chooses in the next dialogs; null: nothing. */
	choose(path: string | null): void;
	/** What was asked of it, in order. */
	readonly did: string[];
}

/** A host with dialogs, and a person who answers them as the test says. */
export function createFakeHandOver(): FakeHandOver {
	const did: string[] = [];
	let choice: string | null = null;
	const answer = async (what: string) => {
		did.push(what);
		return choice;
	};
	return {
		did,
		choose(path) {
			choice = path;
		},
		async give({ path, name }) {
			const to = await answer(`give ${path} as ${name}`);
			return to === null ? { kind: "cancelled" } : { kind: "saved", path: to };
		},
		askPlace: (name) => answer(`ask ${name}`),
		async show(path) {
			did.push(`show ${path}`);
		},
	};
}
