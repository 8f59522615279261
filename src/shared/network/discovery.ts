/** By which servers announce themselves in the office's network (mDNS): `_vote-console._tcp`. */
export const SERVICE_TYPE = 'vote-console'
