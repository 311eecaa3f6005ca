/** Nothing runs: what is true now. */
export function NoSessionPicture() {
	return (
		<div className="empty">
			<svg
				className="pic"
				viewBox="0 0 200 64"
				fill="none"
				stroke="currentColor"
				strokeWidth="1.5"
				strokeLinecap="round"
				aria-hidden="true"
			>
				<path d="M100 4v56" strokeDasharray="2 5" />
				<path d="M118 32l16-8v16z" />
				<path d="M134 32h38" />
				<path d="M82 32l-16-8v16z" />
				<path d="M66 32H28" />
				<circle cx="100" cy="32" r="6" />
			</svg>
			<h1>No session is open</h1>
			<p>Nothing is being received or recorded. Open one again below, or begin with another agent.</p>
		</div>
	);
}
