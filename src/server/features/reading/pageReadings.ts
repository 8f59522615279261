import { jpegSize } from '#shared/features/reading/jpegPage.ts'
import type { ReadSlot } from '#shared/features/reading/pageContract.ts'
import { PAGE_PIXELS, PageStatus, SlotState } from '#shared/features/reading/pageRules.ts'
import { answerNames } from '#shared/features/activity/rules.ts'
import type { LayoutPage } from '#shared/features/paper/layout.ts'
import type { ReadPicture } from './recognition/readPage.ts'
import { rowsOf } from './recognition/rows.ts'

/** Why a page's file is unusable, by its header alone, without decoding. */
export function pageFileRefusal(
  bytes: Uint8Array,
): 'file.empty' | 'file.contentDiffers' | 'reading.damaged' | 'reading.tooManyPixels' | 'reading.tooFewPixels' | null {
  if (bytes.length === 0) return 'file.empty'
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 'file.contentDiffers'
  const size = jpegSize(bytes)
  if (!size) return 'reading.damaged'
  if (size.width * size.height > PAGE_PIXELS.max) return 'reading.tooManyPixels'
  return size.width * size.height < PAGE_PIXELS.min ? 'reading.tooFewPixels' : null
}

/**
 * The status of a page.
 *
 * @param deadSentence the message on its paper: null if the activity has no such paper, `''` for a live one
 */
export function statusOf({ kind }: ReadPicture, deadSentence: string | null): PageStatus {
  switch (kind) {
    case 'noCode':
      return PageStatus.noCode
    case 'several':
      return PageStatus.several
    case 'slips':
      return PageStatus.slips
    case 'unknown':
      return PageStatus.foreign
    case 'unplaced':
    case 'read':
      if (deadSentence === null) return PageStatus.foreign
      if (deadSentence !== '') return PageStatus.dead
      return kind === 'read' ? PageStatus.read : PageStatus.unplaced
  }
}

const states = { clear: SlotState.clear, blank: SlotState.blank, doubt: SlotState.doubt } as const

/** The recognized rows of a page; empty if it was not recognized. */
export function slotsOf(found: ReadPicture): ReadSlot[] {
  if (found.kind !== 'read') return []
  return found.rows.map(({ topicId, optionId, state, answer, why }) => ({ topicId, optionId: optionId ?? '', state: states[state], answer, why }))
}

/** All rows of a page, to be read by a person. */
export const slotsByHand = (page: LayoutPage): ReadSlot[] =>
  rowsOf(page).map(({ topicId, optionId }) => ({ topicId, optionId: optionId ?? '', state: SlotState.doubt, answer: null, why: 'byhand' }))

/** The answers recognized on a page, for the journal: `同意、待判读、未填`. */
export function answersInWords(slots: readonly ReadSlot[]): string {
  return slots
    .map(({ answer }) => {
      if (answer === null) return '待判读'
      return answer === 0 ? '未填' : (answerNames[answer as keyof typeof answerNames] ?? '')
    })
    .join('、')
}
