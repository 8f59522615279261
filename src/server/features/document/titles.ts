import { GAP } from '#shared/features/document/kinds.ts'
import { issuer, middle, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { dateInWords, momentInWords, periodInWords, scopeInWords } from './words.ts'

/** The meeting that the papers are about: `翠湖花园业主大会会议`. */
export const meetingOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => `${estateOf({ activity })}业主大会会议`
/** The name of the estate. */
export const estateOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => activity.estateName

/** The number that an office gives its paper. */
export const paperNumber = (): Block => middle(`${GAP}〔${GAP}〕${GAP}号`)

/** Who calls the meeting and answers for the paper, with the place for the seal. */
export const convener = ({ now }: Pick<DocumentFacts, 'now'>): Block => issuer(`召集人：${GAP}（盖章）`, dateInWords(now))

/** From when to when votes are cast: `2026年4月30日12时至2026年6月30日18时`. */
export const votingPeriod = ({ activity: { startsAt, endsAt } }: Pick<DocumentFacts, 'activity'>): string => periodInWords(startsAt ?? 0, endsAt ?? 0)
/** When the vote ends: `2026年6月30日18时`. */
export const endOf = ({ activity: { endsAt } }: Pick<DocumentFacts, 'activity'>): string => momentInWords(endsAt ?? 0)
/** Whose votes are asked for: `一期-3栋、二期的业主`, or all owners. */
export const scopeOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => scopeInWords(activity.scopePaths)
