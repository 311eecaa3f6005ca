import { Fragment, jsxDEV as make } from "react/jsx-dev-runtime";
import { safeProps } from "./safe-props.ts";

export type { JSX } from "react/jsx-runtime";
export { Fragment };

/** The same as jsx-runtime.ts for the development server, which tells where a tag stands. */
export const jsxDEV: typeof make = (type, props, key, isStatic, source, self) => make(type, safeProps(props), key, isStatic, source, self);
