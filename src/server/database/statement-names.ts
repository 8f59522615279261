/** Prepared statements kept per connection: each takes some kilobytes of the database's memory. */
const MOST_PREPARED = 200

/** Number of texts remembered after a single use. */
const MOST_SEEN = 1_000

/**
 * Names for the repeated statements of one PostgreSQL connection, so that each is parsed and planned only once.
 *
 * A text seen for the first time gets none: most of those with a list of unusual length never repeat. If the best plan
 * depends on the values, PostgreSQL still replans (`plan_cache_mode` is `auto`).
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
