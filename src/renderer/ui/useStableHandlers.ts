import { useLayoutEffect, useRef, useState } from 'react'

type Acts = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * The same functions over all renderings, each of which calls the newest of its name: what a memoized part is given to call.
 *
 * Only for what happens after a rendering (a click, a key); the names never change.
 */
export function useStable<T extends Acts>(acts: T): T {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [stable] = useState(() => {
    const callLatest =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    return Object.fromEntries(Object.keys(acts).map((name) => [name, callLatest(name)])) as unknown as T
  })
  return stable
}
