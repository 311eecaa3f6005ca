import { json } from "@codemirror/lang-json";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import {
	Decoration,
	type DecorationSet,
	EditorView,
	keymap,
	lineNumbers,
	MatchDecorator,
	ViewPlugin,
	type ViewUpdate,
} from "@codemirror/view";
import { minimalSetup } from "codemirror";

/** Words of a JSON text by shape alone: names, strings, numbers, fixed words. Enough for colour, and it never disagrees about what is valid.
 * Runs of plain signs stand outside the group: a photo of 8 MiB as one string overflows the stack otherwise. */
const WORDS = /("[^"\\\n]*(?:\\.[^"\\\n]*)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

const decorator = new MatchDecorator({
	regexp: WORDS,
	decoration: (match) => Decoration.mark({ class: match[2] !== undefined ? "j-name" : match[1] !== undefined ? "j-text" : "j-word" }),
});

const colours = ViewPlugin.fromClass(
	class {
		decorations: DecorationSet;
		constructor(view: EditorView) {
			this.decorations = decorator.createDeco(view);
		}
		update(update: ViewUpdate) {
			this.decorations = decorator.updateDeco(update, this.decorations);
		}
	},
	{ decorations: (plugin) => plugin.decorations },
);

/** Colours and lengths are the tokens'; the sheet it makes carries the page's nonce. */
const look = EditorView.theme({
	"&": { backgroundColor: "var(--field)", color: "var(--ink)", height: "100%", fontSize: "var(--t-2)" },
	// Drawn over the line numbers, which have a layer of their own.
	"&.cm-focused": { outline: "none" },
	"&.cm-focused::after": {
		content: '""',
		position: "absolute",
		inset: "0",
		border: "var(--stroke) solid var(--ink)",
		pointerEvents: "none",
		zIndex: "300",
	},
	".cm-scroller": { fontFamily: "var(--face-data)", lineHeight: "18px" },
	".cm-content": { padding: "4px 0", caretColor: "var(--ink)" },
	".cm-cursor": { borderLeftColor: "var(--ink)" },
	"&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": { background: "var(--marker) !important" },
	".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--ink-3)", borderRight: "1px solid var(--line)" },
	".cm-lineNumbers .cm-gutterElement": { minWidth: "28px", padding: "0 6px 0 4px" },
	".cm-specialChar": { color: "var(--finding)", outline: "1px dotted var(--finding)" },
	".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--alarm) 1px", textUnderlineOffset: "3px" },
	".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--finding) 1px", textUnderlineOffset: "3px" },
	".cm-tooltip": {
		backgroundColor: "var(--panel)",
		border: "1px solid var(--edge)",
		borderRadius: "var(--r-1)",
		boxShadow: "var(--shadow)",
	},
	".cm-diagnostic": { padding: "4px 8px", fontFamily: "var(--face-ui)" },
	".cm-diagnostic-error": { borderLeft: "3px solid var(--alarm)" },
	".cm-diagnostic-warning": { borderLeft: "3px solid var(--finding)" },
});

/** The nonce the host wrote into the page; null where no host did (then the page forbids nothing either). */
function pageNonce(): string | null {
	// The build marks it with `property`; `name` is the same thing written by hand.
	const meta = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce], meta[name=csp-nonce]");
	return meta ? meta.nonce || meta.content || null : null;
}

/** Everything but the document. Ctrl Enter is left to the composer; Tab moves on, as everywhere in the window. */
export function editorExtensions(language: "json" | "plain", label: string, onText: (text: string) => void): Extension[] {
	const nonce = pageNonce();
	return [
		...(nonce === null ? [] : [EditorView.cspNonce.of(nonce)]),
		// Only \n ends a line: a carriage return is a character of the text like any other and is sent.
		EditorState.lineSeparator.of("\n"),
		Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => true }])),
		minimalSetup,
		EditorView.lineWrapping,
		EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
		// The language gives brackets and indenting; its own colours lie under ours.
		...(language === "json" ? [json(), lineNumbers(), Prec.highest(colours)] : []),
		look,
		EditorView.updateListener.of((update) => {
			if (update.docChanged) onText(update.state.sliceDoc());
		}),
	];
}
