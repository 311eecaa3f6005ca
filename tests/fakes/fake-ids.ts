import type { Ids } from "../../main/core/ports.ts";

export interface FakeIds extends Ids {
	/** What `random()` answers from now on; 0.5 at first. */
	setRandom(value: number): void;
}

/** Valid UUIDv4s that count up: `00000000-0000-4000-8000-000000000001`, … */
export function createFakeIds(): FakeIds {
	let count = 0;
	let random = 0.5;
	return {
		uuid() {
			count += 1;
			return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
		},
		random: () => random,
		setRandom(value) {
			random = value;
		},
	};
}
