import { useRef } from 'react'
import type { EndpointName, InputOf } from '#shared/contract/index.ts'
import { useToasts } from './toasts.tsx'
import { useSend } from './useSend.ts'

/** How long 撤销 is offered. */
export const UNDO_SECONDS = 10

/** What was done. */
export interface Done<N extends EndpointName> {
  /** The success message, to the letter. */
  readonly title: string
  /** To what it was done; `''` if the title says it. */
  readonly detail: string
  /** The call that takes it back. */
  readonly inverse: InputOf<N>
  readonly onUndone?: () => void
}

/**
 * Says that something is done, with 撤销 for ten seconds.
 *
 * What the server has been told meanwhile decides whether it can be taken back: a refusal is told as any other.
 *
 * @param name the endpoint that takes it back
 */
export function useUndo<N extends EndpointName>(name: N, refreshes: readonly EndpointName[]): (done: Done<N>) => void {
  const toasts = useToasts()
  const undo = useSend(name, { refreshes, success: '已撤销' })
  const latest = useRef(0)
  return ({ title, detail, inverse, onUndone }) => {
    const number = ++latest.current
    const act = async () => {
      close()
      // Pressed once: the button stays for as long as the toast takes to go.
      if (number !== latest.current) return
      latest.current += 1
      if ((await undo.send({ ...inverse })).ok) onUndone?.()
    }
    const close = toasts.notice({ key: 'undo', title, detail, seconds: UNDO_SECONDS, actions: [{ label: '撤销', act: () => void act() }] })
  }
}
