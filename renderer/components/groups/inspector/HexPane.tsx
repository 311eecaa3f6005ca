import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { EntryDetail } from "../../../../schemas/timeline.ts";
import { plural } from "../../../state/format.ts";
import { bytesOf, hexLine } from "../../../state/hex-lines.ts";
import { CopyButton } from "../../elements/CopyButton.tsx";
import { VirtualRows } from "../../elements/VirtualRows.tsx";

const LINE_PX = 18;
/** 16 bytes a line need this much room in the data face. */
const WIDE_PX = 520;

/** Every byte: offset, hexadecimal, ASCII. Of a large frame only the lines in view are drawn. */
export function HexPane({ entry }: { entry: EntryDetail }) {
	const bytes = useMemo(() => bytesOf(entry), [entry]);
	const place = useRef<HTMLDivElement>(null);
	const [perLine, setPerLine] = useState(8);
	useLayoutEffect(() => {
		const node = place.current;
		if (!node) return;
		const observer = new ResizeObserver(() => setPerLine(node.clientWidth >= WIDE_PX ? 16 : 8));
		observer.observe(node);
		return () => observer.disconnect();
	}, []);
	const hex = () => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
	return (
		<div className="pane-hex" ref={place}>
			<div className="pane-hex-h">
				<h3>{plural(bytes.length, "byte")}</h3>
				<CopyButton label="Copy hex" text={hex} />
			</div>
			<VirtualRows
				className="hex"
				role="document"
				aria-label="Bytes"
				tabIndex={0}
				count={Math.ceil(bytes.length / perLine)}
				rowPx={LINE_PX}
				renderRow={(line, slot) => {
					const { offset, hex: cells, ascii } = hexLine(bytes, line, perLine);
					return (
						<div key={slot} className="hex-l">
							<span className="o">{offset}</span>
							{"  "}
							{cells}
							{"  "}
							<span className="a">{ascii}</span>
						</div>
					);
				}}
			/>
		</div>
	);
}
