/** Sends one short message. Resolves when the message is on its way; rejects when it is not. */
export interface SmsSender {
  /** The whole phone number and the code; what else the message says is the sender's. */
  send(message: { readonly phone: string; readonly code: string }): Promise<void>
}

/** The code reaches the person at this PC: `show` puts it on their desktop or in the server's console. */
export function localSmsSender(show: (message: { readonly phoneEnding: string; readonly code: string }) => void): SmsSender {
  return {
    send({ phone, code }) {
      show({ phoneEnding: phone.slice(-4), code })
      return Promise.resolve()
    },
  }
}

const GATEWAY_DEADLINE = 10_000

/**
 * Posts `{phone, code, text}` as JSON to a configured gateway; any 2xx answer means that it took the message.
 *
 * `authorization` is sent as the header of that name where it is given.
 */
export function httpSmsSender({ url, authorization }: { readonly url: string; readonly authorization?: string }): SmsSender {
  return {
    async send({ phone, code }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        body: JSON.stringify({ phone, code, text: `【社区投票平台】验证码 ${code}，5分钟内有效。` }),
        signal: AbortSignal.timeout(GATEWAY_DEADLINE),
      })
      if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
    },
  }
}
