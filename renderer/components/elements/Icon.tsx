import type { ReactNode } from "react";
import { GLYPHS, ICONS, type IconName } from "./icon-shapes.tsx";

/** All icons and lane marks as symbols, mounted once at the root; every `Icon` only refers to it. */
export function IconSprite() {
	const symbol = (id: string, viewBox: string, shape: ReactNode) => (
		<symbol key={id} id={id} viewBox={viewBox}>
			{shape}
		</symbol>
	);
	return (
		<svg className="sprite" aria-hidden="true">
			{Object.entries(ICONS).map(([name, shape]) => symbol(`i-${name}`, "0 0 16 16", shape))}
			{Object.entries(GLYPHS).map(([name, shape]) => symbol(`g-${name}`, "0 0 32 20", shape))}
		</svg>
	);
}

/** A drawn icon. Never the only carrier of a meaning: put a word beside it or a label on its button. */
export function Icon({ name, small = false, className = "" }: { name: IconName; small?: boolean; className?: string }) {
	return (
		<svg className={`i ${small ? "i--12" : ""} ${className}`} aria-hidden="true">
			<use href={`#i-${name}`} />
		</svg>
	);
}
