import type { ReaderHealth } from "../../../state/reader-health.ts";

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 14;

/** The last 24 hours at a glance: low and plain while it works, full height and in the alarm's colour where it did not, faint where nothing is known. */
export function HealthStrip({ health: { cells, spoken } }: { health: ReaderHealth }) {
	return (
		<svg className="health" viewBox={`0 0 ${cells.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={spoken}>
			{cells.map(({ health, tap }, index) => {
				const x = index * STEP;
				const top = health === "bad" ? 0 : health === "good" ? 4 : 10;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in time
					<g key={index}>
						<rect x={x} y={top} width={WIDTH} height={HEIGHT - top} className={health} />
						{tap !== "none" && <rect x={x} y={0} width={WIDTH} height={2} className={`tap-${tap}`} />}
					</g>
				);
			})}
		</svg>
	);
}
