import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { tlsOptions, type Certificate } from '../kernel/certificate.ts'
import type { Log } from '../kernel/log.ts'
import { envelopeOf } from './errors.ts'
import { acceptJson } from './json-body.ts'
import { answerMalformed } from './malformed.ts'
import { sendEnvelope } from './mount.ts'
import { requireProgramKey } from './programKey.ts'

const BODY_LIMIT = 11 * 1024 * 1024

interface HttpAppDeps {
  readonly log: Log
  /** Absent: plain HTTP. */
  readonly certificate?: Certificate
  /** What a call over an unencrypted connection must carry. */
  readonly programKey?: string
}

/** The server without its routes: how calls are received. */
export function createHttpApp({ certificate, log, programKey }: HttpAppDeps): FastifyInstance {
  const app = fastify({
    ...(certificate ? { https: tlsOptions(certificate) } : {}),
    bodyLimit: BODY_LIMIT,
    logger: false,
    forceCloseConnections: 'idle',
    // For receiving a request, not for answering it.
    requestTimeout: 120_000,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, _request, reply) => void sendEnvelope(reply, envelopeOf(error, log, 'http')),
  })
  if (programKey !== undefined) requireProgramKey(app, programKey)
  acceptJson(app)
  void app.register(multipart)
  return app
}
