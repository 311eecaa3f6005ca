import type { Finding } from "../../../../schemas/timeline.ts";
import { Icon } from "../../elements/Icon.tsx";

/** What the check found, each with its place. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
	if (findings.length === 0) return null;
	return (
		<ul className="comp-found" aria-label="What the check found">
			{findings.map((finding) => (
				<li key={`${finding.path} ${finding.code} ${finding.message}`} className={finding.severity === "error" ? "m-alarm" : "m-finding"}>
					<Icon name={finding.severity === "error" ? "alarm" : "finding"} small />
					<span>
						<span className="mono">{finding.path === "" ? "whole message" : finding.path}</span>{" "}
						<span className="comp-says">{finding.message}</span> <span className="mono dim">{finding.code}</span>
					</span>
				</li>
			))}
		</ul>
	);
}
