import { createPictures, type Page, picturesOf } from "../api/pictures.ts";

/** The pictures of this window, for all its stores: what changes together is drawn together. */
export const windowPictures = createPictures(picturesOf(globalThis as unknown as Page));
