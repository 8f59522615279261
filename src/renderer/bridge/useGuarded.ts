import type { Failure } from '#shared/bridge/outcome.ts'
import { useRef, useState } from 'react'
import { failureOf } from './bridge.ts'
import { createGuard, IGNORED } from './guard.ts'
import { useToasts } from './toasts.tsx'

/** The outcome of a call; `failure` is null if it was skipped because another was running. */
export type Sent<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure | null }

async function sentOf<T>(work: () => Promise<T>): Promise<Sent<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/** Runs one call at a time and reports its outcome as a toast; shared by useSend and useCommand. */
export function useGuarded(errors: 'toast' | 'caller') {
  const toasts = useToasts()
  const [isRunning, setIsRunning] = useState(false)
  const guard = useRef(createGuard())
  /** Never rejects. Skipped while another is running; `failure` is then null. */
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
