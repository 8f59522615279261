import { GAP } from '#shared/features/document/kinds.ts'
import type { LetterheadField } from '#shared/features/document/rules.ts'
import { issuer, middle, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { dateInWords, momentInWords, periodInWords, scopeInWords } from './words.ts'

/** The name of the meeting: `翠湖花园业主大会会议`. */
export const meetingOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => `${estateOf({ activity })}业主大会会议`
export const estateOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => activity.estateName

/** A text of the 文书信息, or a gap to fill in. */
export const said = ({ letterhead }: Pick<DocumentFacts, 'letterhead'>, field: LetterheadField): string => letterhead[field] || GAP

/** The document's number given by the office: a complete one, or the common part of its numbers. */
export function paperNumber({ letterhead }: Pick<DocumentFacts, 'letterhead'>): Block {
  const given = letterhead.paperNumber
  if (given === '') return middle(`${GAP}〔${GAP}〕${GAP}号`)
  return middle(given.endsWith('号') ? given : `${given}${GAP}号`)
}

/** The convener, who is responsible for the document, with space for the seal. */
export const convener = (facts: Pick<DocumentFacts, 'now' | 'letterhead'>): Block =>
  issuer(`召集人：${said(facts, 'convener')}（盖章）`, dateInWords(facts.now))

/** The voting period: `2026年4月30日12时至2026年6月30日18时`. */
export const votingPeriod = ({ activity: { startsAt, endsAt } }: Pick<DocumentFacts, 'activity'>): string => periodInWords(startsAt ?? 0, endsAt ?? 0)
/** The end of the vote: `2026年6月30日18时`. */
export const endOf = ({ activity: { endsAt } }: Pick<DocumentFacts, 'activity'>): string => momentInWords(endsAt ?? 0)
/** The owners called to vote: `一期-3栋、二期的业主`, or all. */
export const scopeOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => scopeInWords(activity.scopePaths)
