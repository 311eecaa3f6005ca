/** The card reader's place. This version drives none, and says so instead of showing an empty one. */
export function ReaderPanel() {
	return (
		<section className="reader" aria-label="Card reader">
			<div className="reader-top">
				<svg className="reader-pic" viewBox="0 0 40 32" aria-hidden="true">
					<rect x="3" y="5" width="27" height="22" rx="3" strokeDasharray="3 3" />
					<path d="M30 16h4v6h4" />
				</svg>
				<div className="grow">
					<div className="name cut">No card reader</div>
					<div className="small soft">This version reads no cards</div>
				</div>
			</div>
		</section>
	);
}
