import { type ReactNode, useRef } from "react";

interface SaveFile {
	/** Stands anywhere in the part that saves; nothing of it is seen. */
	link: ReactNode;
	/** Hands bytes to the browser as a file to keep; nothing of it is opened or run. */
	save(name: string, type: string, content: BlobPart): void;
}

/** Files leave the window through a link of its own. */
export function useSaveFile(): SaveFile {
	const place = useRef<HTMLAnchorElement>(null);
	return {
		link: (
			<a ref={place} href="./" hidden>
				File to save
			</a>
		),
		save(name, type, content) {
			const link = place.current;
			if (link === null) return;
			const url = URL.createObjectURL(new Blob([content], { type }));
			link.href = url;
			link.download = name;
			link.click();
			// The download has begun by then; the browser keeps what it needs.
			setTimeout(() => URL.revokeObjectURL(url), 60_000);
		},
	};
}
