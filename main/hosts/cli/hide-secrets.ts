/** Anything that reads like an address, without user info, query and fragment: all three may hold secrets, and terminals are logged. */
export function hideSecrets(text: string): string {
	return text.replace(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"“”]+/gi, (address) =>
		address.replace(/\/\/.*@/, "//").replace(/[?#].+$/, (rest) => `${rest.charAt(0)}…`),
	);
}
