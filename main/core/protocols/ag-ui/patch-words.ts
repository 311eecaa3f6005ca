import type { PatchFault } from "./json-patch.ts";

export const ODD_INDEX_WORDS =
	"An index of a list has no leading zeros (RFC 6901). AG-UI clients take this one when they add; others may refuse the whole patch.";

/** Why a patch was not applied, as a sentence. */
export const PATCH_WORDS: Record<PatchFault, string> = {
	badPatch: "This is no operation as RFC 6902 defines it.",
	missingPath: "This place does not exist.",
	badIndex: "A list is there, and this is no index of it.",
	testFailed: "The value there is not the one the test expects.",
	forbiddenKey: "A patch must not touch __proto__ or constructor/prototype.",
	moveIntoSelf: "A value cannot be moved into itself.",
	tooLarge: "The copy would make the value too large to hold.",
};
