/** Name of an export's file. A session id may come from a server: in a file name it keeps letters, digits, dot, dash and underscore. */
export function exportName(sessionId: string, exportedAtMs: number, isRedacted: boolean, ending: string): string {
	const session = sessionId
		.replace(/[^A-Za-z0-9._-]/g, "_")
		.replace(/^\.+/, "_")
		.slice(0, 100);
	return `${session}-${exportedAtMs}${isRedacted ? "-redacted" : ""}.${ending}`;
}
