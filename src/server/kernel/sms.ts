/** The whole phone number and the code. */
export interface SmsMessage {
  readonly phone: string
  readonly code: string
}

/** What a window needs to show a code in the right place. */
export interface SmsRequest {
  /** Of the registration that the code is for. */
  readonly bizId: string
  /** Epoch ms. */
  readonly expiresAt: number
  /** Whether the call comes from the program that runs this server. */
  readonly isOwnProgram: boolean
}

/** Sends one short message. Resolves once it is accepted for sending; rejects if not. */
export interface SmsSender {
  /** The sender words the rest of the message. */
  send(message: SmsMessage, request: SmsRequest): Promise<void>
  /** Sends a text without a code through the gateway; absent without one. Rejects as `send` does. */
  readonly sendText?: (message: { readonly phone: string; readonly text: string }) => Promise<void>
  /** True if codes are shown on this computer's screen instead of being sent. */
  readonly isShownHere?: boolean
}

/** The part of a message shown to the person at this computer. */
export type ShownSms = SmsRequest & { readonly phoneEnding: string; readonly code: string }

/** Shows codes to the person at this PC: `show` puts them into the program's window or the server's console. */
export function localSmsSender(show: (message: ShownSms) => void): SmsSender {
  return {
    isShownHere: true,
    send({ phone, code }, request) {
      show({ phoneEnding: phone.slice(-4), code, ...request })
      return Promise.resolve()
    },
  }
}

const GATEWAY_DEADLINE = 10_000

/**
 * Posts `{phone, code, text}` as JSON to a configured gateway, without `code` if the text has none; any 2xx answer means accepted.
 *
 * `authorization`, if given, is sent as the header of that name.
 */
export function httpSmsSender({ url, authorization }: { readonly url: string; readonly authorization?: string }): SmsSender {
  const post = async (message: object): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(GATEWAY_DEADLINE),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the gateway answered ${response.status}`)
  }
  return {
    send: ({ phone, code }) => post({ phone, code, text: `【社区投票平台】验证码 ${code}，5分钟内有效。` }),
    sendText: ({ phone, text }) => post({ phone, text }),
  }
}
