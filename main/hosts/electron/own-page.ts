/** The scheme and address of the console's own page under Electron. */
export const APP_SCHEME = "app";
const APP_ORIGIN = "app://console";
export const PAGE_URL = `${APP_ORIGIN}/index.html`;

/** Whether an address is one of our own page's; the slash keeps `app://console.elsewhere` out. */
export const isOwnUrl = (url: string): boolean => url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
