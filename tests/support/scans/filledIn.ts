import { BallotLayout } from '../../../src/shared/features/paper/layout.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import { drawnPages } from './drawnPages.ts'
import { markRow } from './pens.ts'
import type { Random } from './random.ts'

/** A filled-in paper: per row, a digit ticks that box, `x` is a cross, `_` nothing. */
export interface FilledIn {
  readonly code: string
  readonly place: string
  readonly marks: string
}

/** The print layout, as returned by `/paper/layout`. */
export interface PrintedLayout {
  readonly layoutid: string
  readonly layout: unknown
}

/** The pages of a paper without slips, printed and filled in. */
export async function filledIn({ layoutid: layoutId, layout: given }: PrintedLayout, { code, place, marks }: FilledIn, random: Random): Promise<Grey[]> {
  const layout = BallotLayout.parse(given)
  const pictures = await drawnPages({ code, layoutId, layout, values: { place, number: '1', area: '80.00㎡', code } })
  let next = 0
  return layout.pages.flatMap((page, index) => {
    const picture = pictures[index]
    if (!picture || page.kind !== 'ballot') return []
    for (const row of rowsOf(page)) {
      const mark = marks[next] ?? '_'
      next += 1
      if (mark === '_') continue
      const boxes = row.boxes.filter(({ answer }) => mark === 'x' || String(answer) === mark)
      markRow(picture, { ...row, boxes }, mark === 'x' ? 'cross' : 'tick', random)
    }
    return [picture]
  })
}
