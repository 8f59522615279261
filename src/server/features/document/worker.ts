import { documentWords } from '#shared/features/document/kinds.ts'
import type { MadeWorkbook } from '../../workbooks/maker.ts'
import { makeInWorker } from '../../workbooks/work.ts'
import type { Db } from '../../database/schema.ts'
import { rosterAdjustments } from '../journal/rosterAdjustments.ts'
import { secondEntryLines, standingVotes } from '../reading/standing.ts'
import { sampleLines } from '../sample/lines.ts'
import { adjustmentLines } from '../result/adjustments.ts'
import { writeDocx } from './docx.ts'
import type { Block } from './content.ts'
import type { DocumentFacts, DocumentOrder } from './facts.ts'
import { deliveries, roster } from './lists.ts'
import { extension, notice, proxy } from './notice.ts'
import { correctedBallots, correctionNotice, objectionReply } from './objections.ts'
import { authority, minutes, result } from './results.ts'
import { documentStore } from './store.ts'

/** The content of a document, from one snapshot. */
async function textOf(db: Db, order: DocumentOrder): Promise<Block[]> {
  const store = documentStore(db)
  const { activityKey } = order
  const adjustments = adjustmentLines(await rosterAdjustments(db, order.activity.id), order.adjustedProperties)
  const secondEntries = secondEntryLines(await standingVotes(db, activityKey), order.activity.secondEntry === 1)
  const samples = await sampleLines(db, { id: activityKey, counting_rule: order.activity.countingRule }, true)
  const facts: DocumentFacts = { ...order, totals: await store.totals(activityKey), adjustments, secondEntries, samples }
  switch (order.kind) {
    case 'notice':
      return notice(facts)
    case 'roster':
      return roster(facts, await store.properties(activityKey))
    case 'proxy':
      return proxy(facts)
    case 'extension':
      return extension(facts)
    case 'deliveries':
      return deliveries(facts, await store.deliveries(activityKey))
    case 'minutes':
      return minutes(facts)
    case 'result':
      return result(facts)
    case 'authority':
      return authority(facts)
    case 'correction':
      return correctionNotice(facts)
    case 'objectionreply':
      return objectionReply(facts, await store.ownersOf(activityKey, correctedBallots(facts)))
  }
}

await makeInWorker<DocumentOrder>(async (db, order): Promise<MadeWorkbook> => ({
  bytes: await writeDocx(await textOf(db, order), { name: documentWords[order.kind].name }),
  rowCount: null,
}))
