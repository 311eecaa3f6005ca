import type { ImportFacts } from "../door.ts";
import { isClientType, isServerType } from "./schemas.ts";

export const IMPORTS: ImportFacts = {
	// Others have an `error` of that name, too.
	recognises: (type) => type !== "error" && (isClientType(type) || isServerType(type)),
};
