import { Fragment, jsx as make, jsxs as makeSeveral } from "react/jsx-runtime";
import { safeProps } from "./safe-props.ts";

export type { JSX } from "react/jsx-runtime";
export { Fragment };

/** What the compiler makes of every tag in the window (`jsxImportSource` in tsconfig.json and the Vite configs). */
export const jsx: typeof make = (type, props, key) => make(type, safeProps(props), key);
export const jsxs: typeof makeSeveral = (type, props, key) => makeSeveral(type, safeProps(props), key);
