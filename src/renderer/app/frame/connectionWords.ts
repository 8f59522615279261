import type { ConnectionState } from '#shared/bridge/commands.ts'

type Status = ConnectionState['status']

/** Connection status text in the navbar. */
export const statusNames: Readonly<Record<Status, string>> = { starting: '正在连接', connected: '已连接', lost: '连接断开', failed: '无法连接' }

const KEPT = '屏幕上的内容都会保留'

/** The banner message while the server is unreachable; null otherwise. */
export function bannerSentence({ kind, name, status, message, needsRestore }: ConnectionState): string | null {
  const server = kind === 'embedded' ? '本机服务' : `服务器（${name}）`
  const why = message.trim().replace(/[。！]$/, '')
  const sentences: Readonly<Record<Status, string | null>> = {
    connected: null,
    starting: why === '' ? `正在启动${server}，请稍候…` : why,
    lost: `连接已断开：${why === '' ? `${server}没有响应，正在重新连接` : why}。${KEPT}，恢复之前提交的操作不会成功。`,
    failed: needsRestore === true ? `${why}。` : `无法连接${server}${why === '' ? '' : `：${why}`}。${KEPT}，请点击“重试”。`,
  }
  return sentences[status]
}
