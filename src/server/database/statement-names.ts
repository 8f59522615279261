/** How many statements a connection keeps prepared: each takes some kilobytes of the database's memory. */
const MOST_PREPARED = 200

/** How many texts are remembered that came once. */
const MOST_SEEN = 1_000

/**
 * Names for the statements of one connection to PostgreSQL that come again, so that the database reads and plans each of them once.
 *
 * A text that comes for the first time has none: most of those with a list of unusual length do not come again. Where the values
 * decide how a statement is best carried out, PostgreSQL still plans it for them (`plan_cache_mode` is `auto`).
 */
export function statementNames(): (text: string) => string | undefined {
  const seen = new Set<string>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size === MOST_PREPARED) return known
    if (seen.delete(text)) {
      const name = `s${names.size}`
      names.set(text, name)
      return name
    }
    if (seen.size === MOST_SEEN) seen.clear()
    seen.add(text)
    return undefined
  }
}
