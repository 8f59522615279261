const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a name or address is this computer itself, so that traffic stays local. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
