/** The service type that servers announce on the office network (mDNS): `_vote-console._tcp`. */
export const SERVICE_TYPE = 'vote-console'

/**
 * Options for sending and receiving one network's announcements: by this computer's address in it, but bound to no address, or
 * multicast would not be received.
 *
 * They are options of `multicast-dns`, passed on by `bonjour-service`, whose types omit them.
 */
export const listeningTo = (address: string): object => ({ interface: address, bind: '0.0.0.0' })

/** The networks in which servers are announced and searched; without any, only this computer itself. */
export const announcedIn = (addresses: readonly string[]): readonly string[] => (addresses.length === 0 ? ['127.0.0.1'] : addresses)
