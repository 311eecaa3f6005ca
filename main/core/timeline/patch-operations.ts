import { type Body, briefly, joined, textOf } from "./words.ts";

const SHOWN_OPERATIONS = 4;

/** `/visitor/step "open_booking", /badge removed`. */
export function operations(list: readonly unknown[]): string {
	const said = list.slice(0, SHOWN_OPERATIONS).map((item) => operation(typeof item === "object" && item !== null ? (item as Body) : {}));
	const more = list.length - said.length;
	return joined([...said, more > 0 && `and ${more} more`]) || "no operations";
}

function operation(body: Body): string {
	const path = textOf(body, "path") || "/";
	switch (textOf(body, "op")) {
		case "remove":
			return `${path} removed`;
		case "move":
			return `${textOf(body, "from")} moved to ${path}`;
		case "copy":
			return `${textOf(body, "from")} copied to ${path}`;
		case "test":
			return `${path} tested`;
		default:
			return `${path} ${briefly(body.value, 1)}`;
	}
}
