import { GAP } from '#shared/features/document/kinds.ts'
import type { LetterheadField } from '#shared/features/document/rules.ts'
import { issuer, middle, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { dateInWords, momentInWords, periodInWords, scopeInWords } from './words.ts'

/** The meeting that the papers are about: `翠湖花园业主大会会议`. */
export const meetingOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => `${estateOf({ activity })}业主大会会议`
/** The name of the estate. */
export const estateOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => activity.estateName

/** A text of the 文书信息, or the place to write it in. */
export const said = ({ letterhead }: Pick<DocumentFacts, 'letterhead'>, field: LetterheadField): string => letterhead[field] || GAP

/** The number that an office gives its paper: a whole one, or what its papers have in common. */
export function paperNumber({ letterhead }: Pick<DocumentFacts, 'letterhead'>): Block {
  const given = letterhead.paperNumber
  if (given === '') return middle(`${GAP}〔${GAP}〕${GAP}号`)
  return middle(given.endsWith('号') ? given : `${given}${GAP}号`)
}

/** Who calls the meeting and answers for the paper, with the place for the seal. */
export const convener = (facts: Pick<DocumentFacts, 'now' | 'letterhead'>): Block =>
  issuer(`召集人：${said(facts, 'convener')}（盖章）`, dateInWords(facts.now))

/** From when to when votes are cast: `2026年4月30日12时至2026年6月30日18时`. */
export const votingPeriod = ({ activity: { startsAt, endsAt } }: Pick<DocumentFacts, 'activity'>): string => periodInWords(startsAt ?? 0, endsAt ?? 0)
/** When the vote ends: `2026年6月30日18时`. */
export const endOf = ({ activity: { endsAt } }: Pick<DocumentFacts, 'activity'>): string => momentInWords(endsAt ?? 0)
/** Whose votes are asked for: `一期-3栋、二期的业主`, or all owners. */
export const scopeOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => scopeInWords(activity.scopePaths)
