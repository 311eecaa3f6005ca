/** The command that repairs a profile, as a shell of the profile's system takes it. A path that begins with a drive is Windows's. */
export function repairCommand(profileDir: string): string {
	const isWindows = /^(?:[A-Za-z]:[\\/]|\\\\)/.test(profileDir);
	const quoted = isWindows ? `"${profileDir}"` : `'${profileDir.replaceAll("'", "'\\''")}'`;
	return `node dist/cli.js repair --data ${quoted}`;
}
