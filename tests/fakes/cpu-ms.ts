/** Processor time this process has used, ms: what a computation costs, whatever else the machine is doing. */
export const cpuMs = (): number => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1000;

/** Processor time of `work`, ms. */
export function costMs(work: () => unknown): number {
	const startedMs = cpuMs();
	work();
	return cpuMs() - startedMs;
}

/**
 * What `times` as much may cost where `ofMs` is what the smaller piece cost in the same moment: four times as much a piece and half a second are
 * noise of the machine's. What grows with the square is beyond it as soon as `times` is large and half a second is little.
 */
export const linearMs = (ofMs: number, times: number): number => 4 * times * ofMs + 500;
