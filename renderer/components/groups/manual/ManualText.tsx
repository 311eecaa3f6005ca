import { useEffect, useMemo, useRef } from "react";
import Markdown, { type Components } from "react-markdown";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { MANUAL_TITLES, type ManualPlace, manualPlaceOf } from "../../../state/manual-place.ts";
import { PICTURES, TEXTS } from "./pages.ts";

interface ManualTextProps {
	place: ManualPlace;
	go: (place: ManualPlace) => void;
}

/** One page, at its heading. Loaded only when the manual is opened. */
export default function ManualText({ place, go }: ManualTextProps) {
	const article = useRef<HTMLElement>(null);
	const components = useMemo(() => partsOf(place.page, go), [place.page, go]);
	useEffect(() => {
		const heading = place.heading === null ? null : article.current?.querySelector(`[id="${place.heading}"]`);
		// A page begins at its top; without `heading` the scroll box still stands where the page before was left.
		if (heading) heading.scrollIntoView({ block: "start" });
		else article.current?.parentElement?.scrollTo({ top: 0 });
		article.current?.focus({ preventScroll: true });
	}, [place]);
	return (
		<article ref={article} className="manual-text" tabIndex={-1} aria-label={MANUAL_TITLES[place.page]}>
			<Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSlug]} components={components}>
				{TEXTS[place.page]}
			</Markdown>
		</article>
	);
}

const partsOf = (from: ManualPlace["page"], go: (place: ManualPlace) => void): Components => ({
	a({ href = "", children }) {
		const place = manualPlaceOf(href, from);
		return place ? (
			<a
				href={href}
				onClick={(event) => {
					event.preventDefault();
					go(place);
				}}
			>
				{children}
			</a>
		) : (
			<code>{children}</code>
		);
	},
	img: ({ src, alt = "" }) => <img src={PICTURES[String(src)]} alt={alt} />,
});
