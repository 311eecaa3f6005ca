/** An element of a list that is written into again and again. */
export interface PooledRow {
	node: HTMLElement;
}

/**
 * Elements for the rows that are drawn, in the order of the list. When the list moves by a few rows, those that left at one edge enter at the
 * other; the rest stay as they are. Nothing is made but when the list becomes higher.
 */
export function createRowPool<Row extends PooledRow>(layer: HTMLElement, make: () => Row) {
	let rows: Row[] = [];
	let start = 0;

	function turn(by: number): void {
		if (by === 0 || Math.abs(by) >= rows.length) return;
		if (by > 0) {
			const left = rows.slice(0, by);
			rows = [...rows.slice(by), ...left];
			layer.append(...left.map(({ node }) => node));
			return;
		}
		const left = rows.slice(by);
		rows = [...left, ...rows.slice(0, by)];
		layer.prepend(...left.map(({ node }) => node));
	}

	return {
		/** Elements for rows `first` to `last`, to be written into. */
		show(first: number, last: number): readonly Row[] {
			turn(first - start);
			start = first;
			const count = Math.max(0, last - first + 1);
			for (const { node } of rows.splice(count)) node.remove();
			while (rows.length < count) {
				const row = make();
				rows.push(row);
				layer.append(row.node);
			}
			return rows;
		},
		rows: (): readonly Row[] => rows,
	};
}
