import { BallotLayout } from '../../../src/shared/features/paper/layout.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import { drawnPages } from './drawnPages.ts'
import { markRow } from './pens.ts'
import type { Random } from './random.ts'

/** A paper as somebody fills it in: a digit a row is a tick in that box, `x` a cross, `_` nothing. */
export interface FilledIn {
  readonly code: string
  readonly place: string
  readonly marks: string
}

/** How ballots are printed, as `/paper/layout` answers it. */
export interface PrintedLayout {
  readonly layoutid: string
  readonly layout: unknown
}

/** The pages of a paper without its slips, as it is printed and filled in. */
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
