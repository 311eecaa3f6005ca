import type { Secrets } from "../../core/ports.ts";

const WHY =
	"This program has no key store of the system here. Secret values are kept in memory until it ends and asked for again after that.";

/** Of these the ones that begin so, sorted. */
export const namesWith = (names: Iterable<string>, prefix: string): string[] => [...names].filter((name) => name.startsWith(prefix)).sort();

/** For hosts without a key store: values live as long as the program. */
export function createMemorySecrets(why: string = WHY): Secrets {
	const values = new Map<string, string>();
	return {
		keeping: () => ({ kind: "memory", why }),
		get: async (name) => values.get(name) ?? null,
		async set(name, value) {
			values.set(name, value);
		},
		async delete(name) {
			values.delete(name);
		},
		names: async (prefix) => namesWith(values.keys(), prefix),
	};
}
