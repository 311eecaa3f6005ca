import { CONTENT } from "./content.ts";
import type { Forgery } from "./forgery.ts";
import { HEADER } from "./header.ts";
import { MASKS } from "./masks.ts";
import { ORDER } from "./order.ts";
import { SIGNATURES } from "./signatures.ts";
import { SPELLING } from "./spelling.ts";
import { STATES } from "./states.ts";
import { VERSIONS } from "./versions.ts";

export const FORGERIES: readonly Forgery[] = [
	...CONTENT,
	...STATES,
	...MASKS,
	...HEADER,
	...ORDER,
	...SPELLING,
	...VERSIONS,
	...SIGNATURES,
];
