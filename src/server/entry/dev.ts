import { defaultPasswordCost } from '../kernel/password.ts'
import { ServerStartError } from '../kernel/start-error.ts'
import { serveCommandLine } from './command-line.ts'

/**
 * Password hashing cost, from `VOTE_DEV_PASSWORD_LOG2N` if set: tests register and log in a thousand times. Each hash names
 * its cost, so any other server can verify it.
 */
const log2N = Number(process.env['VOTE_DEV_PASSWORD_LOG2N'] ?? defaultPasswordCost.log2N)

/** The server with fixed codes, for development and other clients' tests; never in the packaged program. */
await serveCommandLine({
  passwordCost: { ...defaultPasswordCost, log2N },
  fixedCodes: { image: '0000', sms: '000000', setup: '00000000' },
  check({ host }) {
    if (!['127.0.0.1', 'localhost', '::1'].includes(host)) throw new ServerStartError('开发服务器的验证码是固定的，只能在本机地址 127.0.0.1 上运行')
  },
})
