import { useEffect, useRef } from "react";
import type { HandedOver } from "../../../schemas/files.ts";

/**
 * Follows a download once, as if the person had: the browser asks for a place or takes its own, and shows how far it is. Draws nothing, and
 * nothing happens for what is no download.
 */
export function DownloadLink({ handed }: { handed: HandedOver | null }) {
	const link = useRef<HTMLAnchorElement>(null);
	const file = handed?.kind === "download" ? handed : null;
	const path = file?.path;
	useEffect(() => {
		if (path !== undefined) link.current?.click();
	}, [path]);
	return file === null ? null : (
		<a ref={link} href={file.path} download={file.name} hidden>
			{file.name}
		</a>
	);
}
