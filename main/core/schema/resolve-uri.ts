/**
 * Resolves a reference against a base URI (RFC 3986, section 5.2, without percent normalisation; the core has no URL class).
 * A reference with a scheme stands for itself; without a usable base a relative one stays as it is.
 */
export function resolveUri(base: string, reference: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(reference)) return reference;
	const parts = /^([a-z][a-z0-9+.-]*:)(\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(base);
	if (parts === null) return reference;
	const [, scheme = "", authority = "", path = "", query = ""] = parts;
	if (reference.startsWith("#")) return scheme + authority + path + query + reference;
	if (reference.startsWith("//")) return scheme + reference;
	const [, referencePath = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(reference) ?? [];
	if (referencePath === "") return scheme + authority + path + rest;
	if (referencePath.startsWith("/")) return scheme + authority + withoutDots(referencePath) + rest;
	const folder = authority !== "" && path === "" ? "/" : path.slice(0, path.lastIndexOf("/") + 1);
	return scheme + authority + withoutDots(folder + referencePath) + rest;
}

function withoutDots(path: string): string {
	const kept: string[] = [];
	const segments = path.split("/");
	segments.forEach((segment, index) => {
		const isLast = index === segments.length - 1;
		if (segment === "..") {
			if (kept.length > 1) kept.pop();
			if (isLast) kept.push("");
		} else if (segment !== ".") kept.push(segment);
		else if (isLast) kept.push("");
	});
	return kept.join("/");
}
