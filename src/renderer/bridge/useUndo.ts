import { useRef } from 'react'
import type { EndpointName, InputOf } from '#shared/contract/index.ts'
import { useToasts } from './toasts.tsx'
import { useSend } from './useSend.ts'

/** How long 撤销 is offered (s). */
export const UNDO_SECONDS = 10

/** A completed action. */
export interface Done<N extends EndpointName> {
  /** The success message, verbatim. */
  readonly title: string
  /** The object of the action; `''` if the title names it. */
  readonly detail: string
  /** Input of the undo call. */
  readonly inverse: InputOf<N>
  readonly onUndone?: () => void
}

/**
 * Reports a completed action, with 撤销 for ten seconds.
 *
 * Whether it can still be undone depends on later changes on the server; a refusal is reported as usual.
 *
 * @param name the endpoint that undoes it
 */
export function useUndo<N extends EndpointName>(name: N, refreshes: readonly EndpointName[]): (done: Done<N>) => void {
  const toasts = useToasts()
  const undo = useSend(name, { refreshes, success: '已撤销' })
  const latest = useRef(0)
  return ({ title, detail, inverse, onUndone }) => {
    const number = ++latest.current
    const act = async () => {
      close()
      // Only the first press counts; the button stays visible until the toast has closed.
      if (number !== latest.current) return
      latest.current += 1
      if ((await undo.send({ ...inverse })).ok) onUndone?.()
    }
    const close = toasts.notice({ key: 'undo', title, detail, seconds: UNDO_SECONDS, actions: [{ label: '撤销', act: () => void act() }] })
  }
}
