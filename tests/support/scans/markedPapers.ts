import { good, type Caller } from '../activities.ts'
import { filledIn, type FilledIn, type PrintedLayout } from './filledIn.ts'
import { pageFile } from './pageFiles.ts'
import { createRandom } from './random.ts'

/** Draws an activity's papers as printed by the program and filled in; one file per ballot page. */
export async function markedPapers(client: Caller, activityId: string) {
  const layout = good(await client.get('/paper/layout', { voteactivityid: activityId })) as PrintedLayout
  return async (paper: FilledIn, seed: number): Promise<Uint8Array[]> => (await filledIn(layout, paper, createRandom(seed))).map(pageFile)
}
