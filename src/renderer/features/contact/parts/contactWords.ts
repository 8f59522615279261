import type { NewestContact } from '#shared/features/contact/contract.ts'
import { CONTACT_FILTERS, contactFilterName, contactResultNames, type ContactFilter } from '#shared/features/contact/rules.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { shortMoment } from '../../../ui/moments.ts'

/** Endpoints to refetch after a visit. */
export const contactReads = ['contact.list', 'contact.progress', 'result.notVoted', 'route.get', 'voting.roomOwners'] as const

/** Options of the filter by latest visit, for a Select. */
export const contactFilters = [
  { value: 'all', label: '全部走访' },
  ...CONTACT_FILTERS.map((filter) => ({ value: filter, label: contactFilterName(filter) })),
] as const satisfies readonly { readonly value: ContactFilter | 'all'; readonly label: string }[]

/**
 * `05-01 08:30 上门 约定再访 05-02 19:00（王五）`, or that there was no visit.
 *
 * @param now epoch ms
 */
export function visitInWords(contact: NewestContact | null, now: number): string {
  if (contact?.at === undefined || contact.at === null) return '未走访'
  const { at, way, result, nextAt, by } = contact
  const next = nextAt === null ? '' : ` ${shortMoment(nextAt, now)}`
  return `${shortMoment(at, now)} ${voteSourceName(way)} ${contactResultNames[result]}${next}${by === '' ? '' : `（${by}）`}`
}

/** The same, where the context does not say that it is a visit. */
export const visitLine = (contact: NewestContact | null, now: number): string => `${contact === null ? '' : '走访 '}${visitInWords(contact, now)}`
