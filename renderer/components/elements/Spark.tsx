/** The last values as one small line; the newest at the right. Decoration beside the number it belongs to. */
export function Spark({ values }: { values: readonly number[] }) {
	const top = Math.max(1, ...values);
	const step = values.length > 1 ? 36 / (values.length - 1) : 36;
	const points = values.map((value, index) => `${(index * step).toFixed(1)} ${(13 - (value / top) * 11).toFixed(1)}`);
	return (
		<svg className="spark" viewBox="0 0 36 14" preserveAspectRatio="none" aria-hidden="true">
			{points.length > 1 && <path d={`M${points.join("L")}`} />}
		</svg>
	);
}
