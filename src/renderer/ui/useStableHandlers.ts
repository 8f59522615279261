import { useLayoutEffect, useRef, useState } from 'react'

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * Event handlers that stay the same function over all renders, each of which calls the newest handler of its name.
 *
 * For what is given to many parts and to contexts: a handler that reads the state of the screen would otherwise
 * be a new function after each change of it, and render again every part that only passes it on; the compiler does not help there. Call them after a
 * render (a click, a key, a timer), never during one; the names never change.
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
