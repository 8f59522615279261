import type { NewestContact } from '#shared/features/contact/contract.ts'
import { CONTACT_FILTERS, contactFilterName, contactResultNames, type ContactFilter } from '#shared/features/contact/rules.ts'
import { voteSourceName } from '#shared/features/notification/contract.ts'
import { shortMoment } from '../../../ui/moments.ts'

/** What changes with a visit. */
export const contactReads = ['contact.list', 'contact.progress', 'result.notVoted', 'route.get', 'voting.roomOwners'] as const

/** What a list is limited to by its newest visits, ready for a Select. */
export const contactFilters = [
  { value: 'all', label: '全部走访' },
  ...CONTACT_FILTERS.map((filter) => ({ value: filter, label: contactFilterName(filter) })),
] as const satisfies readonly { readonly value: ContactFilter | 'all'; readonly label: string }[]

/**
 * `05-01 08:30 上门 约定再访 05-02 19:00（王五）`, or that nobody has asked.
 *
 * @param now epoch ms
 */
export function visitInWords(contact: NewestContact | null, now: number): string {
  if (contact?.at === undefined || contact.at === null) return '未走访'
  const { at, way, result, nextAt, by } = contact
  const next = nextAt === null ? '' : ` ${shortMoment(nextAt, now)}`
  return `${shortMoment(at, now)} ${voteSourceName(way)} ${contactResultNames[result]}${next}${by === '' ? '' : `（${by}）`}`
}

/** The same where nothing else says that it is a visit. */
export const visitLine = (contact: NewestContact | null, now: number): string => `${contact === null ? '' : '走访 '}${visitInWords(contact, now)}`
