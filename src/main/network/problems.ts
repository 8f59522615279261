import type { RetryPolicy } from '#shared/contract/endpoint.ts'
import { errorCode } from '../failures.ts'

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: '连接不上服务器，服务器可能没有启动',
  ENOTFOUND: '找不到服务器，请检查服务器地址和网络',
  EAI_AGAIN: '找不到服务器，请检查服务器地址和网络',
  EHOSTUNREACH: '网络不通，无法到达服务器',
  ENETUNREACH: '网络不通，请检查网线或无线网络',
  ENETDOWN: '网络不通，请检查网线或无线网络',
  ETIMEDOUT: '服务器没有及时响应',
  ECONNABORTED: '服务器没有及时响应',
  ERR_CANCELED: '服务器没有及时响应',
  ECONNRESET: '与服务器的连接中断',
  EPIPE: '与服务器的连接中断',
  ERR_STREAM_PREMATURE_CLOSE: '与服务器的连接中断',
  ERR_BAD_RESPONSE: '服务器的回答不完整',
  ERR_FR_TOO_MANY_REDIRECTS: '该地址不是社区投票平台的服务器',
  ERR_SERVER_UNKNOWN: '这台服务器还没有配对',
  ERR_SERVER_CHANGED: '服务器的证书与配对时不同，没有向它发送任何内容',
  EPROTO: '服务器没有使用 HTTPS 加密',
  CERT_HAS_EXPIRED: '服务器的安全证书无效',
  DEPTH_ZERO_SELF_SIGNED_CERT: '服务器的安全证书无效',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '服务器的安全证书无效',
  ERR_TLS_CERT_ALTNAME_INVALID: '服务器的安全证书无效',
}

/** The call never left this computer, so the server cannot have acted. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ERR_SERVER_UNKNOWN',
  'ERR_SERVER_CHANGED',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** The message for a change that the server may have made although no answer arrived. */
export const MAY_BE_DONE = '刚才的操作可能已经完成，请先核对再提交'

/** A network error in a few words, for the connection state. */
export function networkProblem(error: unknown): string {
  return sentences[errorCode(error)] ?? '无法与服务器通信'
}

/**
 * The message for a failed call: whether it may have taken effect, and what to do.
 *
 * A lost read has changed nothing: the pages read again once reconnected.
 */
export function networkSentence(error: unknown, retryPolicy: RetryPolicy = 'look'): string {
  const problem = networkProblem(error)
  const isNeverSent = neverSent.has(errorCode(error))
  switch (retryPolicy) {
    case 'ask':
      return isNeverSent ? `暂时取不到数据：${problem}。连接恢复后页面会自动刷新` : `暂时没有取到数据：${problem}，请重试`
    case 'send':
      return `${problem}，请稍后重试`
    case 'look':
      return isNeverSent ? `${problem}，这次操作没有提交，请稍后重试` : `${problem}，${MAY_BE_DONE}`
  }
}
