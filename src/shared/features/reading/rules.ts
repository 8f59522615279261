/** What was read from one paper: compared with the vote on record, never counted. */
export const ReadingKind = { secondEntry: 1, scan: 2, sample: 3, visit: 4 } as const
export type ReadingKind = (typeof ReadingKind)[keyof typeof ReadingKind]

/** A third person's decision on a difference. */
export const Decision = { recordIsRight: 1, recordIsCorrected: 2 } as const
export type Decision = (typeof Decision)[keyof typeof Decision]
export const decisionNames: Readonly<Record<Decision, string>> = { [Decision.recordIsRight]: '记录无误', [Decision.recordIsCorrected]: '改正记录' }

export const settleReasonLimit = { label: '裁定原因', max: 200, missing: '请输入裁定原因' } as const

/** The indexes, from 0, at which a reading's answers differ from a record's; both have one character per slot. */
export const differingSlots = (record: string, reading: string): number[] =>
  Array.from(record).flatMap((answer, place) => (answer === reading[place] ? [] : [place]))

/** A second entry of one record. */
export interface SecondEntryReading {
  /** The person it belongs to. */
  readonly by: number
  readonly answers: string
  readonly decision: Decision | null
}

/** Each author's latest reading: earlier ones are corrected mistakes. In order of creation, as are the readings. */
export function standingReadings<R extends Pick<SecondEntryReading, 'by'>>(readings: readonly R[]): R[] {
  const newest = new Map(readings.map((reading) => [reading.by, reading]))
  return readings.filter((reading) => newest.get(reading.by) === reading)
}

/** Whether a difference awaits its decision. */
export const isOpenDifference = (recordAnswers: string, { answers, decision }: Pick<SecondEntryReading, 'answers' | 'decision'>): boolean =>
  decision === null && answers !== recordAnswers

/** Second-entry state of a record: not read again, different, settled by a third person, same. */
export type SecondEntryState = 'due' | 'different' | 'settled' | 'same'

export const secondEntryStateNames: Readonly<Record<SecondEntryState, string>> = { due: '未复录', different: '不一致', settled: '已裁定', same: '一致' }

/** Second-entry state of a record with a paper, from its second entries in order of creation. */
export function secondEntryState(recordAnswers: string, readings: readonly SecondEntryReading[]): SecondEntryState {
  const standing = standingReadings(readings)
  if (standing.some((reading) => isOpenDifference(recordAnswers, reading))) return 'different'
  if (standing.some(({ answers }) => answers === recordAnswers)) return 'same'
  return standing.length > 0 ? 'settled' : 'due'
}
