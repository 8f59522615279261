import { useState } from 'react'

/**
 * The item worked on: the first, until it is gone or another is chosen.
 *
 * What another desk scans meanwhile may come before it in the list: keys meant for one must not go to another.
 */
export function useBegun<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly [item: Item | undefined, choose: (id: string) => void] {
  const [id, choose] = useState('')
  const item = items.find((each) => idOf(each) === id) ?? items[0]
  if (item && idOf(item) !== id) choose(idOf(item))
  return [item, choose]
}
