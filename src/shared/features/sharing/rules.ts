/** Where a server is shared unless somebody chooses another port. */
export const DEFAULT_SHARED_PORT = 8790

/** Below it, other programs' ports need rights that this program has not. */
const LOWEST_PORT = 1024
export const isPort = (port: number): boolean => port >= LOWEST_PORT && port <= 65_535

export const sharingMessages = {
  port: '端口应为 1024 到 65535 之间的整数',
  address: '请选择要共享到的网络',
} as const

/** What the other computers are told when the one that shares its data no longer does. */
export const SHARING_ENDED = '共享数据的电脑退出了程序或关闭了网络共享，请联系那台电脑的使用者'
