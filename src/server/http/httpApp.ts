import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { tlsOptions, type Certificate } from '../kernel/certificate.ts'
import type { Log } from '../kernel/log.ts'
import type { LimitConnections } from './connections.ts'
import { envelopeOf, badRequest } from './errors.ts'
import { answerMalformed } from './malformed.ts'
import { sendEnvelope } from './sending.ts'
import { requireProgramKey } from './programKey.ts'
import { headerOptions, limitBodies, receivingTimes, type ReceivingTimes } from './receiving.ts'

export interface HttpAppDeps {
  readonly log: Log
  /** Absent: plain HTTP. */
  readonly certificate?: Certificate
  /** Key required of calls over unencrypted connections; absent for a stand-alone server. */
  readonly programKey?: string
  /** Limits on how long a call may take to arrive; shorter in tests. */
  readonly times?: ReceivingTimes
  /** Absent: connections are not counted. */
  readonly limitConnections?: LimitConnections
}

/** The server without its routes: how calls are received. */
export function createHttpApp({ certificate, limitConnections, log, programKey, times = receivingTimes }: HttpAppDeps): FastifyInstance {
  const app = fastify({
    ...(certificate ? { https: { ...tlsOptions(certificate), ...headerOptions(times) } } : { http: headerOptions(times) }),
    logger: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, _request, reply) => void sendEnvelope(reply, envelopeOf(error, log, 'http')),
  })
  limitBodies(app.server, times)
  limitConnections?.(app.server)
  if (programKey !== undefined) requireProgramKey(app, programKey)
  acceptJson(app)
  void app.register(multipart)
  return app
}

const MAX_DEPTH = 64

/** Nesting depth of a JSON text, counted from brackets outside strings. */
function depthOf(text: string): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isInString) {
      if (character === '\\') index++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/** Accepts JSON bodies only; invalid JSON, excessive nesting and prototype keys are 请求格式错误. */
function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (depthOf(text) > MAX_DEPTH) return done(badRequest())
    try {
      return done(null, secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' }))
    } catch {
      return done(badRequest())
    }
  })
}
