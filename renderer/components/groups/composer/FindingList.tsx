import type { Finding } from "../../../../schemas/timeline.ts";
import { plural } from "../../../state/format.ts";
import { Icon } from "../../elements/Icon.tsx";
import { SafeText } from "../../elements/SafeText.tsx";

/** A check can find thousands of things; who has mended these sees the next ones. */
const MOST = 50;
const PATH_UNITS = 200;
const MESSAGE_UNITS = 600;

/** What the check found, each with its place. */
export function FindingList({ findings, most = MOST }: { findings: readonly Finding[]; most?: number }) {
	if (findings.length === 0) return null;
	return (
		<ul className="comp-found" aria-label="What the check found">
			{findings.slice(0, most).map((finding, index) => (
				<li
					// biome-ignore lint/suspicious/noArrayIndexKey: a check's list is replaced, never reordered, and two findings can be alike
					key={index}
					className={finding.severity === "error" ? "m-alarm" : "m-finding"}
				>
					<Icon name={finding.severity === "error" ? "alarm" : "finding"} small />
					<span>
						<span className="mono">
							<SafeText text={finding.path === "" ? "whole message" : finding.path} most={PATH_UNITS} />
						</span>{" "}
						<span className="comp-says">
							<SafeText text={finding.message} most={MESSAGE_UNITS} />
						</span>{" "}
						<span className="mono dim">{finding.code}</span>
					</span>
				</li>
			))}
			{findings.length > most && <li className="dim">And {plural(findings.length - most, "more finding")}.</li>}
		</ul>
	);
}
