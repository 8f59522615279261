import type { Correction } from '#shared/features/objection/contract.ts'
import { correctionKindNames } from '#shared/features/objection/rules.ts'
import type { Publication } from '#shared/features/publication/contract.ts'
import { publicationKindNames } from '#shared/features/publication/rules.ts'
import { formatArea } from '../../../ui/numbers.ts'
import { choicesInWords, type Slot } from '../../activity/parts/choices/choices.ts'

/** Endpoints to refetch after an objection or decision. */
export const objectionReads = ['objection.list', 'result.corrected'] as const

/** `初步结果 2026-05-01 至 2026-05-08`. */
export const publicationSaid = ({ kind, dateFrom, dateTo }: Pick<Publication, 'kind' | 'dateFrom' | 'dateTo'>): string =>
  `${publicationKindNames[kind]}　${dateFrom} 至 ${dateTo}`

/** `1栋-101：更正投票内容，1 同意 改为 1 反对`. */
export function correctionWords({ kind, place, from, to }: Pick<Correction, 'kind' | 'place' | 'from' | 'to'>, slots: readonly Slot[]): string {
  const what = `${place}：${correctionKindNames[kind]}`
  switch (kind) {
    case 'void':
      return `${what}，原为 ${choicesInWords(slots, from.choices)}`
    case 'answers':
      return `${what}，${choicesInWords(slots, from.choices)} 改为 ${choicesInWords(slots, to.choices)}`
    case 'vote':
      return `${what}，${choicesInWords(slots, to.choices)}`
    case 'undelivered':
      return what
    case 'area':
      return `${what}，${formatArea(from.areaHundredths)}㎡ 改为 ${formatArea(to.areaHundredths)}㎡`
  }
}
