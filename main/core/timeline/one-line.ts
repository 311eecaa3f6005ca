/**
 * JSON text that every line reader takes for one line: many end a line at these three too. They can stand inside strings only, so the escape
 * means the same. Files written without it verify as before, for the checksum covers the bytes as they stand.
 */
export function oneLine(json: string): string {
	return json.replace(/[\u0085\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
