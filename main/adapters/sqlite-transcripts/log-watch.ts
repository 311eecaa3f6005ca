/** The log's size is looked at this often at most, while something is written. */
const LOG_LOOK_MS = 250;

/** Looks at the log's size now and then, and once more after the last commit. */
export interface LogWatch {
	/** Something was written. */
	look(): void;
	stop(): void;
}

/** `seen`: its size, bytes. */
export function createLogWatch(sizeBytes: () => number, seen: (bytes: number) => void): LogWatch {
	let seenAtMs = 0;
	let timer: NodeJS.Timeout | null = null;
	let isStopped = false;

	function look(): void {
		const waitMs = seenAtMs + LOG_LOOK_MS - performance.now();
		if (waitMs <= 0) {
			seenAtMs = performance.now();
			seen(sizeBytes());
		} else if (!isStopped) {
			timer ??= setTimeout(() => {
				timer = null;
				look();
			}, waitMs).unref();
		}
	}

	return {
		look,
		stop() {
			isStopped = true;
			if (timer !== null) clearTimeout(timer);
		},
	};
}
