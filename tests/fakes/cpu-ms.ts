/** Processor time this process has used, ms: what a computation costs, whatever else the machine is doing. */
export const cpuMs = (): number => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us, 0) / 1000;
