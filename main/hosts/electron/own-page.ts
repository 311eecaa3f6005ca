/** The scheme and address of the console's own page under Electron. */
export const APP_SCHEME = "app";
const APP_ORIGIN = "app://console";
export const PAGE_URL = `${APP_ORIGIN}/index.html`;
export const KIOSK_URL = `${APP_ORIGIN}/kiosk.html`;

/** The pages the window may show; each leads to the other, and what each may do is decided in the core. */
export const isOwnPage = (url: string): boolean => url === PAGE_URL || url === KIOSK_URL;

/** Whether an address is one of our own page's; the slash keeps `app://console.elsewhere` out. */
export const isOwnUrl = (url: string): boolean => url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
