import { GAP, issuer, middle, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { dateInWords, momentInWords, periodInWords, scopeInWords } from './words.ts'

/** The meeting that the papers are about: `翠湖花园业主大会会议`. */
export const meetingOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => `${estateOf({ activity })}业主大会会议`
export const estateOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => activity.estateName

/** The number that an office gives its paper. */
export const paperNumber = (): Block => middle(`${GAP}〔${GAP}〕${GAP}号`)

/** Who calls the meeting and answers for the paper, with the place for the seal. */
export const convener = ({ now }: Pick<DocumentFacts, 'now'>): Block => issuer(`召集人：${GAP}（盖章）`, dateInWords(now))

export const votingPeriod = ({ activity: { startsAt, endsAt } }: Pick<DocumentFacts, 'activity'>): string => periodInWords(startsAt ?? 0, endsAt ?? 0)
export const endOf = ({ activity: { endsAt } }: Pick<DocumentFacts, 'activity'>): string => momentInWords(endsAt ?? 0)
export const scopeOf = ({ activity }: Pick<DocumentFacts, 'activity'>): string => scopeInWords(activity.scopePaths)
