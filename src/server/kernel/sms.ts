/** The whole phone number and the code. */
export interface SmsMessage {
  readonly phone: string
  readonly code: string
}

/** What a window needs to know to show a code in the right place. */
export interface SmsRequest {
  /** Of the registration that the code is good for. */
  readonly bizId: string
  /** Epoch ms. */
  readonly expiresAt: number
  /** The program whose own server this is asked for it. */
  readonly isOwnProgram: boolean
}

/** Sends one short message. Resolves when the message is on its way; rejects when it is not. */
export interface SmsSender {
  /** What else the message says is the sender's. */
  send(message: SmsMessage, request: SmsRequest): Promise<void>
  /** Sends a text without a code through the gateway, if there is one. Rejects as `send` does. */
  readonly sendText?: (message: { readonly phone: string; readonly text: string }) => Promise<void>
  /** True if the codes stand on this computer's screen instead of being sent to phones. */
  readonly isShownHere?: boolean
}

/** As much of a message as a person at this computer is shown. */
export type ShownSms = SmsRequest & { readonly phoneEnding: string; readonly code: string }

/** The code reaches the person at this PC: `show` puts it into the program's window or the server's console. */
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
 * Posts `{phone, code, text}` as JSON to a configured gateway, without `code` where a text holds none; any 2xx answer means that
 * it took the message.
 *
 * `authorization` is sent as the header of that name where it is given.
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
