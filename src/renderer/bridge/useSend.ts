import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { AnswerOf, EndpointName, InputOf } from '#shared/contract/index.ts'
import { sendToServer } from './bridge.ts'
import { isOutdating, isRefusedFor } from './failure.ts'
import { useGuarded, type Sent } from './useGuarded.ts'

/** What follows a sending, and how its end is told. */
export interface SendOptions<N extends EndpointName> {
  /** The endpoints whose answers are out of date afterwards; after a refusal, too, which may be for a state that the screen does not know. */
  readonly refreshes: readonly EndpointName[]
  /** The message when it is done: a sentence, or one made from the answer. */
  readonly success?: string | ((answer: AnswerOf<N>) => string)
  /** `caller`: no toast, the screen itself shows the failure. */
  readonly errors?: 'toast' | 'caller'
}

/** An endpoint with its guard. */
export interface Send<N extends EndpointName> {
  /** Never rejects. While one runs a second is not begun. */
  readonly send: (input: InputOf<N>) => Promise<Sent<AnswerOf<N>>>
  readonly isSending: boolean
  /** Why the last one failed; null after the next one has begun. */
  readonly failure: Failure | null
}

/**
 * Sends something that changes the server: the one guard against double submits.
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
      // Another program has opened, closed or finished the vote: what its screens offer follows.
      if (isRefusedFor(sent.failure, 'activity.wrongStatus')) void cache.invalidateQueries({ queryKey: ['activity.get'] })
    }
    for (const stale of refreshes) void cache.invalidateQueries({ queryKey: [stale] })
    return sent
  }
  return { send, isSending: isRunning, failure }
}
