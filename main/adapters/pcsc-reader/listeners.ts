export interface Listeners<T> {
	/** Call the result to stop listening. */
	add(listener: (value: T) => void): () => void;
	tell(value: T): void;
	some(): boolean;
	clear(): void;
}

/** `onSome` hears when the first listener comes and the last one goes. */
export function createListeners<T>(onSome: (some: boolean) => void = () => {}): Listeners<T> {
	const all = new Set<(value: T) => void>();
	return {
		add(listener) {
			// A wrapper each, so that one function added twice is called twice.
			const own = (value: T) => listener(value);
			all.add(own);
			if (all.size === 1) onSome(true);
			return () => {
				if (all.delete(own) && all.size === 0) onSome(false);
			};
		},
		tell(value) {
			for (const listener of [...all]) listener(value);
		},
		some: () => all.size > 0,
		clear: () => all.clear(),
	};
}
