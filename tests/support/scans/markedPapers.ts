import { BallotLayout } from '../../../src/shared/features/paper/layout.ts'
import { rowsOf } from '../../../src/server/features/reading/recognition/rows.ts'
import { good, type Caller } from '../activities.ts'
import { drawnPages } from './drawnPages.ts'
import { pageFile } from './pageFiles.ts'
import { markRow } from './pens.ts'
import { createRandom } from './random.ts'

/** A paper as somebody fills it in: a digit a row is a tick in that box, `x` a cross, `_` nothing. */
export interface FilledIn {
  readonly code: string
  readonly place: string
  readonly marks: string
}

/** Draws papers of an activity as the program prints them, each filled in; one file a page of the ballot. */
export async function markedPapers(client: Caller, activityId: string) {
  const { layoutid: layoutId, layout: given } = good(await client.get('/paper/layout', { voteactivityid: activityId }))
  const layout = BallotLayout.parse(given)
  return async ({ code, place, marks }: FilledIn, seed: number): Promise<Uint8Array[]> => {
    const random = createRandom(seed)
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
      return [pageFile(picture)]
    })
  }
}
