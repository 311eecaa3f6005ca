import { useApp, useConsole } from "../../../hooks/console-context.ts";
import { capsOf, KEY_GROUPS } from "../../../state/key-table.ts";
import { Button } from "../../elements/Button.tsx";
import { Dialog } from "../../elements/Dialog.tsx";
import { Kbd } from "../../elements/Kbd.tsx";

/** Every key of the window, by where it acts. */
export function KeysDialog() {
	const { app } = useConsole();
	const isOpen = useApp((state) => state.isKeysOpen);
	const letterKeys = useApp((state) => state.letterKeys);
	const close = () => app.showKeys(false);
	return (
		<Dialog
			title="Keys"
			isWide
			isOpen={isOpen}
			onClose={close}
			actions={
				<>
					<p className="small soft grow">
						{letterKeys
							? "Single letters and signs act outside text fields. They can be switched off under the gear."
							: "Single letters and signs are switched off under the gear."}
					</p>
					<Button kind="quiet" onPress={() => app.openManual()}>
						Manual
					</Button>
					<Button autoFocus onPress={close}>
						Close
					</Button>
				</>
			}
		>
			<div className="key-list">
				{KEY_GROUPS.map(({ title, keys }) => (
					<section key={title} aria-label={title}>
						<h3>{title}</h3>
						<dl className="keys">
							{keys.map((row) => [
								<dt key={`${row.what} keys`}>
									{capsOf(row).map((cap) => (
										<Kbd key={cap}>{cap}</Kbd>
									))}
								</dt>,
								<dd key={row.what}>
									{row.what}
									{"inside" in row && <span className="dim">, in the {row.inside}</span>}
								</dd>,
							])}
						</dl>
					</section>
				))}
			</div>
		</Dialog>
	);
}
