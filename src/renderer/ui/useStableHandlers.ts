import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * Event handlers with a stable identity that call the latest handler of the same name.
 *
 * For handlers passed to many components or contexts: one that reads the screen's state would be a new function after each
 * change, and re-render every component that only passes it on; the compiler does not help there. Call them after a render
 * (click, key, timer), never during one; the names never change.
 *
 * @example
 * const { submit } = useStableHandlers({ submit: () => send(draft) })
 * return <SubmitBar onSubmit={submit} />
 */
export function useStableHandlers<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [stable] = useState(() => {
    const callLatest =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    return Object.fromEntries(Object.keys(handlers).map((name) => [name, callLatest(name)])) as unknown as T
  })
  return stable
}
