/** What the files of a folder may import beside each other. */
export interface Border {
	/** `X/**`: X and everything beneath; a folder's name: its own files; a file's name: it alone; a package's name; `node:*`: all of Node. */
	may?: readonly string[];
	/** The same, for imports that are gone when the types are. */
	types?: readonly string[];
}

/** Every adapter fills a port, may say what went wrong in the console's own words, and keeps to what everybody shares. */
const ADAPTER: Border = { may: ["main/core/errors.ts", "main/core/limits.ts", "schemas/**", "node:*"], types: ["main/core/ports.ts"] };
const adapter = (may: readonly string[] = [], types: readonly string[] = []): Border => ({
	may: [...(ADAPTER.may ?? []), ...may],
	types: [...(ADAPTER.types ?? []), ...types],
});

/** The core asks for the world through its ports. */
const core = (may: readonly string[] = [], types: readonly string[] = []): Border => ({
	may: ["main/core/errors.ts", "main/core/limits.ts", "main/core/throttle.ts", "schemas/**", ...may.map((name) => `main/core/${name}`)],
	types: ["main/core/ports.ts", ...types.map((name) => `main/core/${name}`)],
});

/** The window's parts: what is drawn with, what is known, what is asked. */
const part = (...groups: readonly string[]): Border => ({
	may: [
		...[
			"react",
			"zustand",
			"schemas/**",
			"renderer/state/**",
			"renderer/hooks/**",
			"renderer/components/elements/**",
			"renderer/text-rule/by-hand.ts",
		],
		...groups.map((group) => `renderer/components/groups/${group}`),
	],
	types: ["renderer/api"],
});

const STORE = "main/adapters/sqlite-transcripts";
const HOST = ["main/core/errors.ts", "main/hosts", "main/adapters/**", "schemas/**", "node:*"];

/**
 * The borders of all rooms, in one place; `borders.test.ts` holds every import against them. The row of a file counts before that of its folder,
 * that of a folder before those above it. Files of the same row may import each other.
 */
export const BORDERS: Readonly<Record<string, Border>> = {
	// Words everybody shares; they run anywhere.
	schemas: {},

	"main/core": core([
		...["ports", "connections", "files", "handlers", "interchange", "kiosk", "nfc", "protocols/table.ts", "reading", "schema", "session"],
	]),
	"main/core/ports": core([], ["protocols/door.ts", "reading", "session"]),
	"main/core/connections": core(["json", "protocols/table.ts", "schema", "session"]),
	"main/core/conversation": core(["reading", "timeline", "protocols/ag-ui"]),
	"main/core/files": core(),
	"main/core/forms": core(["schema"]),
	"main/core/handlers": core(
		["dispatch.ts", "conversation", "interchange", "library", "nfc", "protocols/rooms.ts", "protocols/table.ts", "search", "session"],
		["create-core.ts", "connections", "files", "kiosk", "protocols"],
	),
	"main/core/interchange": core(["json", "protocols/table.ts", "session", "timeline"], ["protocols/door.ts"]),
	"main/core/json": core(["schema"]),
	"main/core/kiosk": core(["protocols/table.ts", "schema"], ["nfc", "session"]),
	"main/core/library": core(["protocols/table.ts"]),
	"main/core/nfc": core(["protocols/rooms.ts", "protocols/table.ts", "schema"], ["session"]),
	"main/core/proof": core(["json", "timeline"]),
	"main/core/reading": core(["conversation", "protocols/table.ts", "timeline"], ["session"]),
	"main/core/schema": { may: [...(core(["json", "timeline"]).may ?? []), "ajv", "ajv-formats"] },
	"main/core/search": core(),
	"main/core/session": core(["interchange", "nfc", "protocols/table.ts"], ["protocols", "reading"]),
	"main/core/timeline": core(["json", "nfc", "schema", "session"], ["protocols/door.ts", "reading"]),

	// A room is entered by the list alone, and by the thread that compiles schemas nobody here wrote.
	"main/core/protocols": core(
		["protocols/observation-schemas.ts", "protocols/rooms.ts", "json", "reading", "schema", "session", "timeline"],
		["nfc"],
	),
	"main/core/protocols/rooms.ts": core(["protocols/door.ts", "protocols/agentcall/door.ts", "protocols/aifight/door.ts"]),
	"main/core/protocols/foreign-loading.ts": core(["protocols/agentcall/foreign-schema"]),
	"main/core/protocols/observation-schemas.ts": core(["protocols", "schema"], ["protocols/agentcall/foreign-schema"]),
	"main/core/protocols/ag-ui": core(["protocols/agentcall", "json", "reading", "schema", "timeline"]),
	"main/core/protocols/agentcall": {
		may: [
			...(core(["conversation", "forms", "json", "nfc", "protocols", "protocols/ag-ui", "protocols/agentcall/foreign-schema"]).may ?? []),
			...(core(["schema", "session", "timeline"]).may ?? []),
			"@noble/hashes",
		],
		types: core([], ["reading"]).types ?? [],
	},
	"main/core/protocols/agentcall/foreign-schema": core(["forms", "json", "protocols/agentcall", "schema"], ["protocols"]),
	"main/core/protocols/aifight": core(["forms", "json", "protocols", "reading", "schema", "session", "timeline"]),

	"main/adapters/card-source": adapter(["main/adapters/connect", "main/adapters/files"]),
	"main/adapters/certificate-files": adapter(["asn1js", "main/adapters/time-stamps"]),
	"main/adapters/connect": adapter(["socks", "main/core/timeline"]),
	"main/adapters/files": { may: ["node:*"] },
	"main/adapters/frame-reader": adapter(["main/core/protocols/table.ts"], ["main/core/protocols/door.ts", "main/core/session"]),
	"main/adapters/http-get": adapter(["main/adapters/connect"]),
	"main/adapters/interchange": adapter([
		...["main/adapters/files", `${STORE}/**`, "main/core/conversation", "main/core/interchange", "main/core/json", "main/core/proof"],
		...["main/core/protocols", "main/core/reading", "main/core/session", "main/core/timeline"],
	]),
	"main/adapters/kiosk-files": adapter(["main/adapters/files"]),
	// Its process opens no database and loads no protocol.
	"main/adapters/pcsc-reader": adapter(["main/core/nfc"]),
	"main/adapters/pin-hash": adapter(),
	"main/adapters/schema-folder": adapter([...["main/adapters/files", `${STORE}/make-folder.ts`, "main/core/protocols/foreign-loading.ts"]]),
	"main/adapters/secrets": adapter(["main/adapters/files", `${STORE}/make-folder.ts`]),
	"main/adapters/signing-key": adapter(["main/adapters/files", `${STORE}/make-folder.ts`]),
	[STORE]: adapter(
		[
			...["better-sqlite3", "main/adapters/files", "main/adapters/time-stamps", "main/core/conversation", "main/core/interchange"],
			...[
				"main/core/nfc",
				"main/core/proof",
				"main/core/protocols/table.ts",
				"main/core/reading",
				"main/core/session",
				"main/core/timeline",
			],
		],
		["main/core/protocols/door.ts"],
	),
	"main/adapters/system-clock": adapter(),
	"main/adapters/time-stamps": adapter(["asn1js", "main/adapters/connect"]),
	"main/adapters/ws-socket": adapter(["ws", "main/adapters/connect"]),

	// Nothing of the console's own protocol code: an agent that shared it would share its faults.
	"main/practice": { may: ["main/core/errors.ts", "schemas/**", "ws", "node:*"], types: ["main/core/ports.ts"] },
	"main/practice/pcsc": { may: ["node:*"] },
	"main/bench": { may: ["main/**", "schemas/**", "better-sqlite3", "ws", "node:*"] },

	"main/hosts": { may: [...HOST, "package.json", "main/core/**", "main/practice"] },
	"main/hosts/cli": { may: [...HOST, "main/core/**", "main/practice", "main/bench", "main/hosts/web"] },
	"main/hosts/web": { may: [...HOST, "ws"], types: ["main/core/ports.ts"] },
	"main/hosts/electron": { may: HOST, types: ["electron", "main/core/create-core.ts", "main/core/ports.ts"] },
	"main/hosts/electron/index.ts": { may: [...HOST, "electron", "main/hosts/electron"], types: ["main/core/create-core.ts"] },

	preload: { may: ["schemas/**", "renderer/api/event-listeners.ts"] },
	"preload/index.ts": { may: ["preload", "schemas/**", "electron", "renderer/api/pictures.ts"] },

	// Nothing of `main/`, nothing of Node.
	renderer: { may: ["react", "react-dom", "schemas/**", "renderer/**"] },
	"renderer/api": { may: ["schemas/**", "@noble/hashes"] },
	"renderer/state": { may: ["schemas/**", "zustand"], types: ["renderer/api", "renderer/components/elements/**"] },
	"renderer/hooks": { may: ["react", "zustand", "schemas/**", "renderer/state/**", "renderer/api/pictures.ts"], types: ["renderer/api"] },
	"renderer/text-rule": { may: ["react", "schemas/**"] },
	"renderer/kiosk": {
		may: [
			"react",
			"react-dom",
			"zustand",
			"schemas/**",
			"renderer/api",
			"renderer/state",
			"renderer/hooks",
			"renderer/components/elements/**",
		],
	},
	"renderer/components/elements": { may: ["react", "react-aria-components", "schemas/**", "renderer/state/**"] },
	"renderer/components/groups/action": part("composer", "table"),
	"renderer/components/groups/compare": part(),
	"renderer/components/groups/composer": {
		may: [
			...(part("templates").may ?? []),
			...["codemirror", "@codemirror/lang-json", "@codemirror/lint", "@codemirror/state", "@codemirror/view"],
		],
	},
	"renderer/components/groups/connect": part("composer"),
	"renderer/components/groups/conversation": part("composer", "session", "state", "timeline"),
	"renderer/components/groups/handover": part("connect"),
	"renderer/components/groups/inspector": part("panes"),
	"renderer/components/groups/kiosk": { may: [...(part().may ?? []), "renderer/kiosk/state"] },
	"renderer/components/groups/library": part(),
	"renderer/components/groups/manual": {
		may: [...(part().may ?? []), "react-markdown", "rehype-slug", "remark-gfm", "renderer/manual/**", "renderer/pictures/**"],
	},
	"renderer/components/groups/notices": part("composer"),
	"renderer/components/groups/panes": part(),
	"renderer/components/groups/rail": part("handover", "kiosk", "taps"),
	"renderer/components/groups/requests": part("composer", "taps"),
	"renderer/components/groups/session": part("connect"),
	"renderer/components/groups/state": part(),
	"renderer/components/groups/table": part(),
	"renderer/components/groups/taps": part("composer", "requests"),
	"renderer/components/groups/templates": part(),
	"renderer/components/groups/timeline": part(),
};
