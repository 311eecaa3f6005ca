/** Resolves at the first SIGINT or SIGTERM. A second one ends the program the hard way, as it should. */
export function untilSignal(): { promise: Promise<void>; dispose(): void } {
	let stop = () => {};
	const promise = new Promise<void>((resolve) => {
		stop = () => {
			dispose();
			resolve();
		};
	});
	const dispose = () => {
		process.off("SIGINT", stop);
		process.off("SIGTERM", stop);
	};
	process.on("SIGINT", stop);
	process.on("SIGTERM", stop);
	return { promise, dispose };
}
