import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When after long work something is done about its memory, in ms: by the first time the server has come to rest. */
const LOOKS = [10_000, 20_000, 30_000] as const

/**
 * Has the memory that long work took given back soon after it; the returned function is to be called at its end.
 *
 * V8 gives pages of its heap back by itself some seconds after the program has come to rest. That it has, it learns by a
 * collection, and a server that hardly allocates has none for minutes. One of the young objects alone takes a few
 * milliseconds, and is all that V8 needs to go about the rest in small steps.
 *
 * @param releaseCaches gives back what the database keeps for the next reading of the same
 */
export function createMemoryRelief(releaseCaches: () => void): () => void {
  let timers: NodeJS.Timeout[] = []
  let collect: ((options: { readonly type: 'minor' }) => void) | undefined

  function relieve(): void {
    releaseCaches()
    if (collect === undefined) {
      setFlagsFromString('--expose-gc')
      // Of the global object, so that a runtime that does not hand it out is no error: then only the caches are given back.
      collect = runInNewContext('globalThis.gc') as typeof collect
    }
    collect?.({ type: 'minor' })
  }
  return () => {
    for (const timer of timers) clearTimeout(timer)
    timers = LOOKS.map((after) => setTimeout(relieve, after).unref())
  }
}
