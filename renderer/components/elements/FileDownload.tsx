import { useEffect, useRef, useState } from "react";

interface FileDownloadProps {
	/** A new object each time is saved once. */
	file: { fileName: string; text: string } | null;
}

/** Hands a text to the person as a file: the browser's or the system's own way of saving. Draws nothing. */
export function FileDownload({ file }: FileDownloadProps) {
	const link = useRef<HTMLAnchorElement>(null);
	const [url, setUrl] = useState<string | null>(null);
	useEffect(() => {
		if (!file) return;
		const made = URL.createObjectURL(new Blob([file.text], { type: "application/json" }));
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	useEffect(() => {
		if (url !== null) link.current?.click();
	}, [url]);
	return url === null ? null : (
		<a ref={link} href={url} download={file?.fileName} hidden>
			{file?.fileName}
		</a>
	);
}
