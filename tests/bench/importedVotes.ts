import { readSnapshot } from '../../src/server/database/open.ts'
import { good } from '../support/activities.ts'
import { propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'
import { onBothDatabases, type BenchDatabase } from './databases.ts'
import { openVote, TOPICS } from './filledVote.ts'
import { percentile, timed, type Figure } from './table.ts'

const BALLOTS = 10_000

/** 10,000 votes of 20 topics from a workbook, half of them of printed papers, while another client pages through properties. */
export const benchImportedVotes = (): Promise<Figure[]> => onBothDatabases(importedOn)

async function importedOn({ engine, location }: BenchDatabase): Promise<Figure[]> {
  const { server, client, activityId } = await openVote(await propertyWorkbook(BALLOTS), location)
  try {
    const { estateid: estateId } = (await client.get('/votedef/get', { id: activityId })).data as { estateid: string }
    const ballots = await readSnapshot(location, (db) => db.selectFrom('ballot').select('public_id').orderBy('id').execute())
    const ids = ballots.map((ballot) => ballot.public_id)
    const printed = ids.slice(0, BALLOTS / 2)
    const codes = new Map<string, string>()
    for (let from = 0; from < printed.length; from += 500) {
      const { papers } = good(await client.post('/paper/issue', { voteactivityid: activityId, ballotids: printed.slice(from, from + 500) }))
      for (const { ballotid, code } of papers as { ballotid: string; code: string }[]) codes.set(ballotid, code)
    }
    const words = ['同意', '反对', '弃权', null]
    const rows = ids.map((id, row) => [codes.get(id) ?? null, id, ...Array.from({ length: TOPICS }, (_, topic) => words[(row + topic) % 4])])
    const workbook = await workbookOf([['标记码', '票权编号', ...Array.from({ length: TOPICS }, (_, topic) => `${topic + 1} 议题${topic + 1}`)], ...rows])
    const load = (fields: Record<string, string>) =>
      client.upload('/vote/importvotes', 'uploadfile', '录入表.xlsx', workbook, { voteactivityid: activityId, ...fields })
    const others: number[] = []
    let isDone = false
    const asking = (async () => {
      while (!isDone) others.push((await timed(() => client.get('/vtpropertyinfo/list', { estateId }))).ms)
    })()
    const checked = await timed(() => load({ dryrun: '1' }))
    const imported = await timed(() => load({})).finally(() => (isDone = true))
    await asking
    if (good(imported.value).inserted !== BALLOTS) throw new Error(JSON.stringify(imported.value).slice(0, 300))
    const again = await timed(() => load({}))
    if (good(again.value).same !== BALLOTS) throw new Error(JSON.stringify(again.value).slice(0, 300))
    return [
      { name: `import of ${BALLOTS} votes of ${TOPICS} topics while another client asks, ${engine}`, value: imported.ms, unit: 'ms', aim: { atMost: 10_000 } },
      { name: '  the other client, p99', value: percentile(others, 0.99), unit: 'ms', aim: { atMost: 100 } },
      { name: '  the other client, slowest', value: percentile(others, 1), unit: 'ms' },
      { name: '  its check before', value: checked.ms, unit: 'ms' },
      { name: '  the same file again', value: again.ms, unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}
