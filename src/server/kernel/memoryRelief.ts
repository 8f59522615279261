import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Times after long work at which memory is released, in ms; the server is usually idle by the first. */
const LOOKS = [10_000, 20_000, 30_000] as const

/**
 * Releases memory soon after long work; call the returned function at the end of the work.
 *
 * V8 returns heap pages some seconds after the program becomes idle. It notices idleness at a collection, and a server that hardly
 * allocates has none for minutes. A minor collection takes a few milliseconds and makes V8 do the rest in small steps.
 *
 * @param releaseCaches frees the database's page caches
 */
export function createMemoryRelief(releaseCaches: () => void): () => void {
  let timers: NodeJS.Timeout[] = []
  let collect: ((options: { readonly type: 'minor' }) => void) | undefined

  function relieve(): void {
    releaseCaches()
    if (collect === undefined) {
      setFlagsFromString('--expose-gc')
      // Read from the global object, so that a runtime without it is no error: then only the caches are released.
      collect = runInNewContext('globalThis.gc') as typeof collect
    }
    collect?.({ type: 'minor' })
  }
  return () => {
    for (const timer of timers) clearTimeout(timer)
    timers = LOOKS.map((after) => setTimeout(relieve, after).unref())
  }
}
