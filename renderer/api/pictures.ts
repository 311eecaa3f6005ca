/** What a window knows of its pictures; a test gives its own. */
export interface PictureSource {
	/** Nobody sees the page; it draws no pictures then. */
	isHidden(): boolean;
	/** Runs once before the next picture; never on a page that is hidden meanwhile. */
	onPicture(run: () => void): void;
	/** Runs once after that many ms; call the result to cancel. */
	after(delayMs: number, run: () => void): () => void;
	/** Runs when everything that the present run has set off is done, drawing included. */
	whenDone(run: () => void): void;
	/** ms, only ever growing. */
	nowMs(): number;
}

/** Where no picture comes, on a hidden page for one, work is done after this long all the same. */
const NO_PICTURE_MS = 250;
/** What comes from the console is taken up at most this often: faster than it can be read. After a quiet moment it is taken up at once. */
const TAKE_UP_MS = 60;
/** Counts wait this long for the rows that belong to them, so that both change in one picture. */
const WAIT_FOR_ROWS_MS = 40;
/** A window that is slow rests three times as long as its last work took, so that keys and pictures have the rest of the time. */
const REST_PER_WORK = 3;
const MOST_REST_MS = 500;

export interface Pictures {
	/** Runs it before the next picture, together with whatever else waits for one. */
	next(run: () => void): void;
	/** Runs it with the next picture that something else asks for, else a moment later. */
	soon(run: () => void): void;
}

/**
 * The one place where stores wait for a picture: all that waits is run in one go, so all stores change together and the window is drawn once.
 * After that it rests for `leastRestMs`, longer when it was slow. On a hidden page, which draws no pictures, a timer stands in.
 */
export function createPictures(source: PictureSource, leastRestMs = 0): Pictures {
	let waiting: (() => void)[] = [];
	let isPlanned = false;
	let dueMs = Number.NEGATIVE_INFINITY;

	function runAll(): void {
		isPlanned = false;
		const all = waiting;
		waiting = [];
		const startedMs = source.nowMs();
		const rest = () => {
			const endedMs = source.nowMs();
			dueMs = endedMs + Math.min(MOST_REST_MS, Math.max(leastRestMs, REST_PER_WORK * (endedMs - startedMs)));
		};
		// What comes while these run waits for its turn.
		rest();
		for (const run of all) run();
		rest();
		source.whenDone(rest);
	}

	/** Once, before the next picture, or a little later where none comes. */
	function onPicture(): void {
		let isOver = false;
		const once = () => {
			if (isOver) return;
			isOver = true;
			cancel();
			runAll();
		};
		const cancel = source.after(NO_PICTURE_MS, once);
		if (!source.isHidden()) source.onPicture(once);
	}

	function plan(): void {
		if (isPlanned) return;
		const restMs = dueMs - source.nowMs();
		// A timer of a hidden page may come a second late; its first work after a quiet moment needs none.
		if (restMs <= 0 && leastRestMs > 0 && source.isHidden()) {
			runAll();
			return;
		}
		isPlanned = true;
		const begin = () => (leastRestMs > 0 && source.isHidden() ? runAll() : onPicture());
		if (restMs > 0) source.after(restMs, begin);
		else begin();
	}

	return {
		next(run) {
			waiting.push(run);
			plan();
		},
		soon(run) {
			waiting.push(run);
			if (!isPlanned) source.after(WAIT_FOR_ROWS_MS, () => waiting.length > 0 && plan());
		},
	};
}

/** Paces what comes from the console; of what happens meanwhile the console keeps the newest. */
export const createPace = (source: PictureSource): ((run: () => void) => void) => createPictures(source, TAKE_UP_MS).next;

/** The parts of a page this needs. */
export interface Page {
	document: { readonly hidden: boolean };
	requestAnimationFrame(run: () => void): unknown;
}

/** The pictures of a page. */
export const picturesOf = (page: Page): PictureSource => ({
	isHidden: () => page.document.hidden,
	onPicture: (run) => void page.requestAnimationFrame(run),
	after(delayMs, run) {
		const timer = setTimeout(run, delayMs);
		return () => clearTimeout(timer);
	},
	// Stores are drawn in a microtask that was asked for before this one.
	whenDone: (run) => queueMicrotask(run),
	nowMs: () => performance.now(),
});
