import { SafeText } from "../../elements/SafeText.tsx";

/** A card of Coup: a role, up or in the own hand, or one that nobody else sees. */
export function Influence({ role, isLost = false }: { role: string | null; isLost?: boolean }) {
	if (role === null) return <span className="infl infl--hidden" role="img" aria-label="hidden card" />;
	return (
		<span className={`infl ${isLost ? "infl--lost" : ""}`} title={isLost ? `${role}, lost` : role}>
			<SafeText text={role.slice(0, 24)} />
			{isLost && <span className="vh"> lost</span>}
		</span>
	);
}
