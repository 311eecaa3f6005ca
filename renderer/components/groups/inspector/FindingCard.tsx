import type { Finding } from "../../../../schemas/timeline.ts";
import { Callout } from "../../elements/Callout.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

const KIND = { error: "alarm", warning: "finding", info: "info" } as const;

/** A pointer through names of any length. */
const PATH_UNITS = 300;

/** One finding: its code, where, and what it means. The place can be pressed. */
export function FindingCard({ finding, onShow }: { finding: Finding; onShow?: () => void }) {
	return (
		<Callout kind={KIND[finding.severity]} title={finding.reason ? `${finding.code} (${finding.reason})` : finding.code} data>
			<p>
				{finding.path !== "" && (
					<>
						<button type="button" className="ptr mono" onClick={onShow}>
							<SafeText text={finding.path} most={PATH_UNITS} />
						</button>{" "}
					</>
				)}
				<SafeText text={finding.message} />
			</p>
		</Callout>
	);
}
