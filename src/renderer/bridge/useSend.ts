import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { sendToServer } from './bridge.ts'
import { isOutdating, isRefusedFor } from './failure.ts'
import { useGuarded, type Sent } from './useGuarded.ts'

/** Follow-up of a call, and how its outcome is reported. */
export interface SendOptions<N extends EndpointName> {
  /** Endpoints whose answers to refetch afterwards; after a refusal too, since the screen may be out of date. */
  readonly refreshes: readonly EndpointName[]
  /** Success message, fixed or derived from the answer. */
  readonly success?: string | ((answer: AnswerOf<N>) => string)
  /** `caller`: no toast; the screen shows the failure. */
  readonly errors?: 'toast' | 'caller'
}

/** A guarded endpoint. */
export interface Send<N extends EndpointName> {
  /** Never rejects. Skipped while one is running. */
  readonly send: (input: InputOf<N>) => Promise<Sent<AnswerOf<N>>>
  readonly isSending: boolean
  /** Failure of the last call; reset to null by the next. */
  readonly failure: Failure | null
}

/**
 * Sends a change to the server; the single guard against double submits.
 *
 * @example
 * const save = useSend('estate.save', { refreshes: ['estate.list', 'estate.all'], success: '提交成功' })
 * if ((await save.send({ body: draft })).ok) close()
 */
export function useSend<N extends EndpointName>(name: N, { refreshes, success, errors = 'toast' }: SendOptions<N>): Send<N> {
  const cache = useQueryClient()
  const [failure, setFailure] = useState<Failure | null>(null)
  const { run, isRunning } = useGuarded(errors)
  const send = async (input: InputOf<N>): Promise<Sent<AnswerOf<N>>> => {
    const sent = await run(
      () => {
        setFailure(null)
        return sendToServer(name, input)
      },
      typeof success === 'string' ? () => success : success,
    )
    if (!sent.ok) {
      if (sent.failure) setFailure(sent.failure)
      if (!sent.failure || !isOutdating(sent.failure)) return sent
      // Another client has changed the activity's status: refresh what its screens offer.
      if (isRefusedFor(sent.failure, 'activity.wrongStatus')) void cache.invalidateQueries({ queryKey: ['activity.get'] })
    }
    for (const stale of refreshes) void cache.invalidateQueries({ queryKey: [stale] })
    return sent
  }
  return { send, isSending: isRunning, failure }
}
