/** An IPv4 address from an IPv6 socket (`::ffff:192.168.1.5`) in its usual form. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
