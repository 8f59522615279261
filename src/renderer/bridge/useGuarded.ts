import type { Failure } from '#shared/bridge/outcome.ts'
import { useRef, useState } from 'react'
import { failureOf } from './bridge.ts'
import { createGuard, IGNORED } from './guard.ts'
import { useToasts } from './toasts.tsx'

/** How a sending ended; `failure` is null if it was not begun because one was running. */
export type Sent<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure | null }

async function sentOf<T>(work: () => Promise<T>): Promise<Sent<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** One work at a time, its result shown as a toast; what sending and commands have in common. */
export function useGuarded(errors: 'toast' | 'caller') {
  const toasts = useToasts()
  const [isRunning, setIsRunning] = useState(false)
  const guard = useRef(createGuard())
  /** Never rejects. A work that is asked for while one runs is not begun; its `failure` is null. */
  const run = async <T>(work: () => Promise<T>, success?: (value: T) => string): Promise<Sent<T>> => {
    const ended = await guard.current(() => {
      setIsRunning(true)
      return sentOf(work).finally(() => setIsRunning(false))
    })
    if (ended === IGNORED) return { ok: false, failure: null }
    if (ended.ok) {
      const sentence = success?.(ended.value) ?? ''
      if (sentence !== '') toasts.success(sentence)
    } else if (errors === 'toast' && ended.failure) {
      toasts.failure(ended.failure)
    }
    return ended
  }
  return { run, isRunning }
}
