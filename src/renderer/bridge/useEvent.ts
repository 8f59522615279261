import { useEffect, useEffectEvent } from 'react'
import type { Events } from '#shared/bridge/bridge.ts'
import { listen } from './bridge.ts'

/** Listens while mounted and visible; the listener always sees the values of the latest render. */
export function useEvent<N extends keyof Events>(name: N, listener: (payload: Events[N]) => void): void {
  const heard = useEffectEvent(listener)
  useEffect(() => listen(name, (payload) => heard(payload)), [name])
}
