/** Path of Electron's binary, or null. */
export function findElectron(dir?: string, env?: Record<string, string | undefined>): string | null;
