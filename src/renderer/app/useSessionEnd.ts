import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { onFailure } from '../bridge/bridge.ts'
import { isLoggedOut } from '../bridge/failure.ts'
import { useEvent } from '../bridge/useEvent.ts'

/**
 * Whether the session goes on; `asking` for a new login; `stayed` after 取消.
 *
 * It is asked about once, however many calls hear of it. What pages ask for by themselves after 取消 does not ask again;
 * what the user then tries to do does.
 */
export function useSessionEnd() {
  const [state, setState] = useState<'on' | 'asking' | 'stayed'>('on')
  const stayedAt = useRef(Number.NEGATIVE_INFINITY)
  const heard = useEffectEvent((isAct: boolean, askedAt: number) => {
    if (state === 'on' || (isAct && askedAt > stayedAt.current)) setState('asking')
  })
  useEvent('session.ended', () => heard(false, performance.now()))
  useEffect(
    () =>
      onFailure(({ failure, isAct, askedAt }) => {
        if (isLoggedOut(failure)) heard(isAct, askedAt)
      }),
    [],
  )
  const stay = () => {
    stayedAt.current = performance.now()
    setState('stayed')
  }
  return { isAsking: state === 'asking', isSignedOut: state !== 'on', end: () => setState('asking'), stay }
}
