/** `npm run test:soak` runs these tests at the size they are meant for; `npm test` a sample of each, large enough for the same faults to show. */
export const isSoak = process.env.SOAK === "1";

export const inSoak = (whole: number, sample: number): number => (isSoak ? whole : sample);
