import type { ReactNode } from "react";
import { Button, type ButtonProps } from "../../components/elements/Button.tsx";

/** A button that a thumb hits: at least 64 px, growing with the screen. */
export function BigButton({ children, className = "", ...rest }: ButtonProps & { children: ReactNode }) {
	return (
		<Button {...rest} className={`k-btn ${className}`}>
			{children}
		</Button>
	);
}
