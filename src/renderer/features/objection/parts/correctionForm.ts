import { areaFault, areaHundredths, squareMetres } from '#shared/area/area.ts'
import type { CorrectionDraft, Decision } from '#shared/features/objection/contract.ts'
import { objectionMessages as say, type CorrectionKind } from '#shared/features/objection/rules.ts'
import { formatTime, parseTime } from '#shared/time/chinaTime.ts'
import { fromChoices, noAnswers, toChoices, type Answers, type Slot } from '../../activity/parts/choices/choices.ts'

/** A correction being filled in. */
export interface CorrectionForm {
  /** Key of its card. */
  readonly key: number
  readonly ballot: { readonly ballotId: string; readonly place: string } | null
  readonly kind: CorrectionKind | null
  /** null until changed: as on record, or none. */
  readonly answers: Answers | null
  /** As typed. */
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

/** Form values for a correction of a previous decision. */
export const formOfCorrection = ({ ballotId, place, kind, to, receivedAt }: Decision['corrections'][number]): CorrectionForm => ({
  ...emptyCorrection({ ballotId, place }),
  kind,
  answers: hasAnswers(kind) ? fromChoices(to.choices) : null,
  receivedAt: receivedAt === null ? '' : formatTime(receivedAt).slice(0, 16),
  area: kind === 'area' ? String(squareMetres(to.areaHundredths)) : '',
})

/** Whether the kind requires answers. */
export const hasAnswers = (kind: CorrectionKind | null): boolean => kind === 'answers' || kind === 'vote'

/** The error of a correction, as a message; `''` if none. */
export function correctionFault({ ballot, kind, answers, receivedAt, area }: CorrectionForm): string {
  if (ballot === null) return '请选择要更正的房屋'
  if (kind === null) return `请选择${ballot.place}的更正种类`
  if (kind === 'vote' && parseTime(receivedAt) === null) return say.noReceipt
  if (kind === 'answers' && answers === null) return say.same
  if (kind !== 'area') return ''
  return area.trim() === '' ? say.noArea : (areaFault('更正后的面积', areaHundredths(area.trim())) ?? '')
}

/** The request for a valid correction. */
export const toDraft = ({ ballot, kind, answers, receivedAt, area }: CorrectionForm, slots: readonly Slot[]): CorrectionDraft => ({
  ballotId: ballot?.ballotId ?? '',
  kind: kind ?? 'void',
  choices: hasAnswers(kind) ? toChoices(slots, answers ?? noAnswers) : [],
  receivedAt: kind === 'vote' ? parseTime(receivedAt) : null,
  ...(kind === 'area' ? { areaHundredths: areaHundredths(area.trim()) } : {}),
})
