import type { ReactNode } from "react";

/** Drawn icons on a 16 grid, stroke 1.5, ink from `currentColor`. */
export const ICONS = {
	sessions: (
		<>
			<path d="M2 4h12M2 8h8M2 12h10" />
		</>
	),
	archive: (
		<>
			<path d="M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 9h3" />
		</>
	),
	plug: (
		<>
			<path d="M6 2v3M10 2v3M4 5h8v3a4 4 0 0 1-8 0zM8 12v2.5" />
		</>
	),
	board: (
		<>
			<path d="M2 12.5h12M4 12.5V5M8 12.5V3M12 12.5V7.5" />
			<circle cx="4" cy="5" r="1.2" fill="currentColor" />
			<circle cx="8" cy="9.5" r="1.2" fill="currentColor" />
			<circle cx="12" cy="7.5" r="1.2" fill="currentColor" />
		</>
	),
	search: (
		<>
			<circle cx="7" cy="7" r="4.25" />
			<path d="m10.2 10.2 3.3 3.3" />
		</>
	),
	filter: (
		<>
			<path d="M2 3.5h12L9.5 8.5V13l-3-1.5v-3z" />
		</>
	),
	more: (
		<>
			<g fill="currentColor" stroke="none">
				<circle cx="3.5" cy="8" r="1.25" />
				<circle cx="8" cy="8" r="1.25" />
				<circle cx="12.5" cy="8" r="1.25" />
			</g>
		</>
	),
	plus: (
		<>
			<path d="M8 3v10M3 8h10" />
		</>
	),
	x: (
		<>
			<path d="m4 4 8 8M12 4l-8 8" />
		</>
	),
	check: (
		<>
			<path d="m3 8.5 3.2 3.2L13 4.8" />
		</>
	),
	checks: (
		<>
			<path d="m1.5 8.5 3 3L11 5M8.5 11.5l6-6.5" />
		</>
	),
	copy: (
		<>
			<path d="M5.5 5.5h8v8h-8z" />
			<path d="M10.5 5.5v-3h-8v8h3" />
		</>
	),
	fold: (
		<>
			<path d="m6 4 4 4-4 4" />
		</>
	),
	unfold: (
		<>
			<path d="m4 6 4 4 4-4" />
		</>
	),
	folds: (
		<>
			<path d="M2 3h12M2 13h12M5 6.5h9M5 9.5h9" />
			<path d="m1.2 6.2 1.8 1.8-1.8 1.8" />
		</>
	),
	up: (
		<>
			<path d="m4 10 4-4 4 4" />
		</>
	),
	down: (
		<>
			<path d="m4 6 4 4 4-4" />
		</>
	),
	left: (
		<>
			<path d="M10 4 6 8l4 4" />
		</>
	),
	right: (
		<>
			<path d="m6 4 4 4-4 4" />
		</>
	),
	first: (
		<>
			<path d="M4 4v8M12 4 7 8l5 4z" />
		</>
	),
	last: (
		<>
			<path d="M12 4v8M4 4l5 4-5 4z" />
		</>
	),
	stepb: (
		<>
			<path d="M11 4 6 8l5 4z" />
		</>
	),
	stepf: (
		<>
			<path d="m5 4 5 4-5 4z" />
		</>
	),
	in: (
		<>
			<path d="M3 8 9 4v8z" fill="currentColor" />
			<path d="M9 8h5" />
		</>
	),
	out: (
		<>
			<path d="M13 8 7 4v8z" fill="currentColor" />
			<path d="M7 8H2" />
		</>
	),
	local: (
		<>
			<path d="m8 3.5 4.5 4.5L8 12.5 3.5 8z" />
		</>
	),
	finding: (
		<>
			<path d="M8 2.5 14.2 13H1.8z" />
			<path d="M8 6.5v3M8 11.2v.1" />
		</>
	),
	alarm: (
		<>
			<path d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5z" />
			<path d="M8 5v3.8M8 10.9v.1" />
		</>
	),
	gap: (
		<>
			<path d="M2 8h3M11 8h3M6 11.5l1.5-7M8.5 11.5l1.5-7" />
		</>
	),
	unknown: (
		<>
			<circle cx="8" cy="8" r="6" strokeDasharray="2.4 1.75" />
			<path d="M6.2 6.6a1.85 1.85 0 1 1 2.7 1.7c-.6.3-.9.6-.9 1.2M8 11.4v.1" />
		</>
	),
	waiting: (
		<>
			<path d="M4.5 2h7M4.5 14h7M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14" />
		</>
	),
	live: (
		<>
			<circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />
			<circle cx="8" cy="8" r="5.75" />
		</>
	),
	retry: (
		<>
			<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3" />
		</>
	),
	ended: (
		<>
			<circle cx="8" cy="8" r="5.75" />
			<path d="M5.5 8h5" />
		</>
	),
	nfc: (
		<>
			<rect x="2" y="3.5" width="7.5" height="9" rx="1" />
			<path d="M11.5 5.5a4 4 0 0 1 0 5M13.3 4a6.4 6.4 0 0 1 0 8" />
		</>
	),
	camera: (
		<>
			<path d="M2 5h3l1-1.8h4L11 5h3v8H2z" />
			<circle cx="8" cy="8.8" r="2.3" />
		</>
	),
	tool: (
		<>
			<path d="M9.8 3.2a3.3 3.3 0 0 0-3.5 4.6L2.6 11.5l1.9 1.9 3.7-3.7a3.3 3.3 0 0 0 4.6-3.5L10.9 8 8 5.1z" />
		</>
	),
	think: (
		<>
			<path d="M2.5 5h11M2.5 8h8M2.5 11h5" strokeDasharray="1.6 1.6" />
		</>
	),
	text: (
		<>
			<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h7" />
		</>
	),
	state: (
		<>
			<path d="M6 2.5c-2 0-2 1-2 2.5S3.5 8 2.5 8C3.5 8 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s.5 3 1.5 3c-1 0-1.5 1.5-1.5 3s0 2.5-2 2.5" />
		</>
	),
	dup: (
		<>
			<path d="M6 3h7v7H6zM3 6v7h7" />
		</>
	),
	lock: (
		<>
			<path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
		</>
	),
	clock: (
		<>
			<circle cx="8" cy="8" r="5.75" />
			<path d="M8 4.8V8l2.2 1.5" />
		</>
	),
	chain: (
		<>
			<rect x="1.5" y="5.5" width="6" height="5" rx="2.5" />
			<rect x="8.5" y="5.5" width="6" height="5" rx="2.5" />
			<path d="M5.5 8h5" />
		</>
	),
	compare: (
		<>
			<path d="M2.5 3h4v10h-4zM9.5 3h4v10h-4z" />
		</>
	),
	export: (
		<>
			<path d="M8 10V2.5M5 5l3-3 3 3M3 9v4.5h10V9" />
		</>
	),
	import: (
		<>
			<path d="M8 2.5V10M5 7.5l3 3 3-3M3 9v4.5h10V9" />
		</>
	),
	eye: (
		<>
			<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
			<circle cx="8" cy="8" r="1.8" />
		</>
	),
	key: (
		<>
			<circle cx="5" cy="8" r="2.75" />
			<path d="M7.7 8H14v2.5M11.5 8v2" />
		</>
	),
	pulse: <path d="M1.5 8h3l1.7-4.5 3.3 9L11.2 8h3.3" />,
	play: (
		<>
			<path d="m5 3.5 7 4.5-7 4.5z" />
		</>
	),
	stop: (
		<>
			<path d="M4 4h8v8H4z" />
		</>
	),
	gear: (
		<>
			<circle cx="8" cy="8" r="2.2" />
			<path d="M8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
		</>
	),
	theme: (
		<>
			<circle cx="8" cy="8" r="5.75" />
			<path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
		</>
	),
	card: (
		<>
			<rect x="2" y="3.5" width="12" height="9" rx="1" />
			<path d="M2 6.5h12M4 10h3" />
		</>
	),
	link: (
		<>
			<path d="M3 8h10M3 5.5v5M13 5.5v5" />
		</>
	),
	globe: (
		<>
			<circle cx="8" cy="8" r="5.75" />
			<path d="M2.25 8h11.5M8 2.25c2 2 2.5 4 2.5 5.75S10 11.75 8 13.75c-2-2-2.5-4-2.5-5.75S6 4.25 8 2.25z" />
		</>
	),
	person: (
		<>
			<circle cx="8" cy="5" r="2.5" />
			<path d="M3 13.5c.4-3 2.3-4.5 5-4.5s4.6 1.5 5 4.5" />
		</>
	),
	agent: (
		<>
			<rect x="3" y="5" width="10" height="8" rx="1" />
			<path d="M8 5V2.5M6 8.5v1M10 8.5v1" />
		</>
	),
	spade: (
		<>
			<path
				d="M8 1.8C6 4.6 2.8 6.3 2.8 9.2c0 1.7 1.2 2.7 2.6 2.7.9 0 1.6-.4 2-.9-.1 1.3-.5 2.2-1.2 2.9h3.6c-.7-.7-1.1-1.6-1.2-2.9.4.5 1.1.9 2 .9 1.4 0 2.6-1 2.6-2.7C13.2 6.3 10 4.6 8 1.8z"
				fill="currentColor"
				stroke="none"
			/>
		</>
	),
	heart: (
		<>
			<path
				d="M8 13.8C4.6 11 2 8.9 2 6.1 2 4.2 3.4 3 5 3c1.3 0 2.4.7 3 1.9C8.6 3.7 9.7 3 11 3c1.6 0 3 1.2 3 3.1 0 2.8-2.6 4.9-6 7.7z"
				fill="currentColor"
				stroke="none"
			/>
		</>
	),
	diamond: (
		<>
			<path d="M8 1.8 13 8l-5 6.2L3 8z" fill="currentColor" stroke="none" />
		</>
	),
	club: (
		<>
			<path
				d="M8 1.8a2.7 2.7 0 0 0-2.2 4.3A2.7 2.7 0 1 0 7.4 10.6c-.1 1.4-.5 2.5-1.2 3.3h3.6c-.7-.8-1.1-1.9-1.2-3.3a2.7 2.7 0 1 0 1.6-4.5A2.7 2.7 0 0 0 8 1.8z"
				fill="currentColor"
				stroke="none"
			/>
		</>
	),
} satisfies Record<string, ReactNode>;

/** Marks of the timeline's lane on a 32 by 20 grid; the wire runs at x = 16. Incoming marks lie right of it, outgoing left. */
export const GLYPHS = {
	in: (
		<>
			<path d="M19.5 10 25 6.8v6.4z" fill="currentColor" />
			<path d="M25 10h4" />
		</>
	),
	out: (
		<>
			<path d="M12.5 10 7 6.8v6.4z" fill="currentColor" />
			<path d="M7 10H3" />
		</>
	),
	"in-c": (
		<>
			<path d="M19.5 10 25 6.8v6.4z" />
			<path d="M25 10h4" />
		</>
	),
	"out-c": (
		<>
			<path d="M12.5 10 7 6.8v6.4z" />
			<path d="M7 10H3" />
		</>
	),
	"in-many": (
		<>
			<path d="M19.5 10 24 7.3v5.4z" fill="currentColor" />
			<path d="M25.5 7.5v5M28 7.5v5" />
		</>
	),
	local: (
		<>
			<path d="m16 5.8 4.2 4.2-4.2 4.2-4.2-4.2z" fill="var(--field)" />
		</>
	),
	tap: (
		<>
			<circle cx="16" cy="10" r="4.5" fill="var(--field)" />
			<circle cx="16" cy="10" r="1.6" fill="currentColor" stroke="none" />
		</>
	),
	close: (
		<>
			<path d="M11 10h10" strokeWidth="2" />
		</>
	),
	open: (
		<>
			<circle cx="16" cy="10" r="3.5" fill="var(--field)" />
		</>
	),
	dial: (
		<>
			<circle cx="16" cy="10" r="3.5" strokeDasharray="2 1.7" fill="var(--field)" />
		</>
	),
	gap: (
		<>
			<path d="M12 5.5h8v9h-8z" fill="var(--gap-wash)" stroke="none" />
			<path d="m12 9 8-3.5M12 14.5l8-3.5" />
		</>
	),
	finding: (
		<>
			<path d="M16 5 21.5 14.5h-11z" fill="var(--finding-wash)" />
			<path d="M16 8.5v2.3M16 12.6v.1" />
		</>
	),
	ping: (
		<>
			<path d="M20 10h2M24 10h2M6 10h2M10 10h2" />
		</>
	),
	person: (
		<>
			<path d="m16 5.8 4.2 4.2-4.2 4.2-4.2-4.2z" fill="currentColor" />
		</>
	),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof ICONS;
export type GlyphName = keyof typeof GLYPHS;
