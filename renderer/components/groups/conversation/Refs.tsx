import { groupCount } from "../../../state/format.ts";

interface RefsProps {
	first: number;
	last: number;
	count: number;
	onFrames: (ordinal: number) => void;
}

/** The entries something was made from, as a way there. */
export function FramesLink({ first, last, count, onFrames }: RefsProps) {
	const words = first === last ? String(first) : `${first}\u2013${last}`;
	return (
		<button
			type="button"
			className="framelink"
			title={`Show in the timeline: ${groupCount(count)} of these entries`}
			onClick={() => onFrames(first)}
		>
			<span className="vh">Show frames </span>
			{words}
		</button>
	);
}
