import type { ConnectionState } from '#shared/bridge/commands.ts'

type Status = ConnectionState['status']

/** What the navbar says beside the dot. */
export const statusNames: Readonly<Record<Status, string>> = { starting: '正在连接', connected: '已连接', lost: '连接断开', failed: '无法连接' }

/** The sentence of the banner while the server cannot be asked; null while it can. */
export function bannerSentence({ kind, name, status, message }: ConnectionState): string | null {
  const server = kind === 'embedded' ? '本机服务' : `服务器（${name}）`
  const sentences: Readonly<Record<Status, string | null>> = {
    connected: null,
    starting: `正在启动${server}，请稍候…`,
    lost: join(message, `与${server}的连接已断开，正在重新连接。`, '屏幕上的内容都会保留，恢复之前提交的操作不会成功。'),
    failed: join(message, `无法连接${server}。`, '屏幕上的内容都会保留，请点击“重试”。'),
  }
  return sentences[status]
}

/** Main's own sentence where it has one, and what it means for the user. */
function join(message: string, otherwise: string, meaning: string): string {
  const said = message.trim()
  if (said === '') return otherwise + meaning
  return /[。！？]$/.test(said) ? said + meaning : `${said}。${meaning}`
}
