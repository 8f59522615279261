/** Default port for sharing. */
export const DEFAULT_SHARED_PORT = 8790

/** Allowed ports for sharing: lower ones require rights that this program lacks. */
export const portRange = { min: 1024, max: 65_535 } as const
/** Whether a port is within {@link portRange}. */
export const isPort = (port: number): boolean => port >= portRange.min && port <= portRange.max

export const sharingMessages = {
  port: `端口应为 ${portRange.min} 到 ${portRange.max} 之间的整数`,
  address: '请选择要共享到的网络',
} as const
