import { useEffect, useEffectEvent } from 'react'
import type { Events } from '#shared/bridge/bridge.ts'
import { listen } from './bridge.ts'

/** Listens while mounted and its tab is visible; the listener always sees the latest render's values. */
export function useEvent<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): void {
  const heard = useEffectEvent(listener)
  useEffect(() => listen(name, (payload) => heard(payload)), [name])
}
