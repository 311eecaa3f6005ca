/** Where the dots of a face are, on a grid of 3 by 3. */
const DOTS: Readonly<Record<number, readonly (readonly [x: number, y: number])[]>> = {
	1: [[1, 1]],
	2: [
		[0, 0],
		[2, 2],
	],
	3: [
		[0, 0],
		[1, 1],
		[2, 2],
	],
	4: [
		[0, 0],
		[2, 0],
		[0, 2],
		[2, 2],
	],
	5: [
		[0, 0],
		[2, 0],
		[1, 1],
		[0, 2],
		[2, 2],
	],
	6: [
		[0, 0],
		[2, 0],
		[0, 1],
		[2, 1],
		[0, 2],
		[2, 2],
	],
};

/** A die; without a face one that lies under a cup. */
export function Die({ face = null, small = false, marked = false }: { face?: number | null; small?: boolean; marked?: boolean }) {
	const classes = ["die", small && "die--small", marked && "die--marked", face === null && "die--hidden"].filter(Boolean).join(" ");
	return (
		<svg className={classes} viewBox="0 0 32 32" role="img" aria-label={face === null ? "hidden die" : String(face)}>
			<rect x="1" y="1" width="30" height="30" rx="5" />
			{(DOTS[face ?? 0] ?? []).map(([x, y]) => (
				<circle key={`${x} ${y}`} cx={8 + 8 * x} cy={8 + 8 * y} r="2.8" />
			))}
		</svg>
	);
}
