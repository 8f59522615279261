import { good, type Caller } from '../activities.ts'
import { filledIn, type FilledIn, type PrintedLayout } from './filledIn.ts'
import { pageFile } from './pageFiles.ts'
import { createRandom } from './random.ts'

/** Draws papers of an activity as the program prints them, each filled in; one file a page of the ballot. */
export async function markedPapers(client: Caller, activityId: string) {
  const layout = good(await client.get('/paper/layout', { voteactivityid: activityId })) as PrintedLayout
  return async (paper: FilledIn, seed: number): Promise<Uint8Array[]> => (await filledIn(layout, paper, createRandom(seed))).map(pageFile)
}
