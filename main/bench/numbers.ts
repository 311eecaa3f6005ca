/** The middle one; of an even number the upper of the two. 0 of none. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const round2 = (value: number): number => Math.round(value * 100) / 100;
