/** By which servers announce themselves in the office's network (mDNS): `_vote-console._tcp`. */
export const SERVICE_TYPE = 'vote-console'

/**
 * How one network's announcements are sent and heard: by this computer's address in it, and bound to none, or nothing sent to all would be heard.
 *
 * They are options of `multicast-dns`, which `bonjour-service` hands on; its types do not name them.
 */
export const listeningTo = (address: string): object => ({ interface: address, bind: '0.0.0.0' })

/** The networks in which servers are announced and looked for; a computer in none still has itself. */
export const announcedIn = (addresses: readonly string[]): readonly string[] => (addresses.length === 0 ? ['127.0.0.1'] : addresses)
