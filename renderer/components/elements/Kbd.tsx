/** A key or a chord, for example `Ctrl Enter`. */
export function Kbd({ children }: { children: string }) {
	return <kbd>{children}</kbd>;
}
