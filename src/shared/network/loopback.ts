const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a name or address means this computer itself: what is sent there crosses no network. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)
