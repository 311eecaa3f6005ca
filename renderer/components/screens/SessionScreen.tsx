/** Stands in until the live view is written. */
export function SessionScreen({ sessionId }: { sessionId: string | null }) {
	return <p>{sessionId}</p>;
}
