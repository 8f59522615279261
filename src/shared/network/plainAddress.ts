/** An IPv4 address that came over an IPv6 socket (`::ffff:192.168.1.5`) as people know it. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
