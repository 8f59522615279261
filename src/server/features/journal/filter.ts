import { Refusal } from '#shared/contract/refusals.ts'
import type { JournalFilter } from '#shared/features/journal/contract.ts'
import { searchWords } from '#shared/text/normalise.ts'
import type { ListFilter } from './list.ts'

/**
 * Converts a filter for the queries.
 *
 * @throws Refusal `audit.spanTurned` (400) if its period ends before it begins
 */
export function listFilter({ condition, ...filter }: JournalFilter): ListFilter {
  if (filter.from !== null && filter.to !== null && filter.from > filter.to) throw new Refusal('audit.spanTurned')
  return { ...filter, words: searchWords(condition) }
}
