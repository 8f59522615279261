import { areaFault, areaHundredths, squareMetres } from '#shared/area/area.ts'
import type { CorrectionDraft, Decision } from '#shared/features/objection/contract.ts'
import { objectionMessages as say, type CorrectionKind } from '#shared/features/objection/rules.ts'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { fromChoices, noAnswers, toChoices, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'

/** A correction while it is filled in. */
export interface CorrectionForm {
  /** Of the card on the screen. */
  readonly key: number
  readonly ballot: { readonly ballotId: string; readonly place: string } | null
  readonly kind: CorrectionKind | null
  /** null until one is pressed: as on record, or none. */
  readonly answers: Answers | null
  /** As it is written. */
  readonly receivedAt: string
  readonly area: string
}

let cards = 0
export const emptyCorrection = (ballot: CorrectionForm['ballot']): CorrectionForm => ({
  key: ++cards,
  ballot,
  kind: null,
  answers: null,
  receivedAt: '',
  area: '',
})

/** A correction of a former decision, as it was filled in. */
export const formOfCorrection = ({ ballotId, place, kind, to, receivedAt }: Decision['corrections'][number]): CorrectionForm => ({
  ...emptyCorrection({ ballotId, place }),
  kind,
  answers: hasAnswers(kind) ? fromChoices(to.choices) : null,
  receivedAt: receivedAt === null ? '' : formatTime(receivedAt).slice(0, 16),
  area: kind === 'area' ? String(squareMetres(to.areaHundredths)) : '',
})

/** Whether answers are asked for. */
export const hasAnswers = (kind: CorrectionKind | null): boolean => kind === 'answers' || kind === 'vote'

/** What is missing or wrong in a correction, in a sentence; `''` if nothing is. */
export function correctionFault({ ballot, kind, answers, receivedAt, area }: CorrectionForm): string {
  if (ballot === null) return '请选择要更正的房屋'
  if (kind === null) return `请选择${ballot.place}的更正种类`
  if (kind === 'vote' && parseTime(receivedAt) === null) return say.noReceipt
  if (kind === 'answers' && answers === null) return say.same
  if (kind !== 'area') return ''
  return area.trim() === '' ? say.noArea : (areaFault('更正后的面积', areaHundredths(area.trim())) ?? '')
}

/** What is sent of a correction without a fault. */
export const toDraft = ({ ballot, kind, answers, receivedAt, area }: CorrectionForm, slots: readonly Slot[]): CorrectionDraft => ({
  ballotId: ballot?.ballotId ?? '',
  kind: kind ?? 'void',
  choices: hasAnswers(kind) ? toChoices(slots, answers ?? noAnswers) : [],
  receivedAt: kind === 'vote' ? parseTime(receivedAt) : null,
  ...(kind === 'area' ? { areaHundredths: areaHundredths(area.trim()) } : {}),
})
