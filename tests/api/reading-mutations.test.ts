import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import type { Schema } from '../../src/server/database/schema.ts'
import { good, makeActivity, makeEstate, recordsOf, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { removeJournalGuards } from '../support/journal.ts'
import { checkActivities } from '../support/replayed.ts'
import { atScale } from '../support/scale.ts'
import { drawnPages } from '../support/scans/drawnPages.ts'
import { pageFile, pageUpload } from '../support/scans/pageFiles.ts'
import { createRandom } from '../support/scans/random.ts'
import { serverForAll, type Client } from '../support/server.ts'

/** `reading.md` section 9: columns of readings, samples and pages on which their proof depends. */
const columns = {
  reading: [
    'kind',
    'ballot_id',
    'record_public_id',
    'code',
    'answers',
    'read_by',
    'read_at',
    'decision',
    'settled_by',
    'settled_at',
    'settle_reason',
    'corrected_public_id',
    'sample_id',
    'asked',
    'way',
    'remark',
    'is_self_settled',
  ],
  sample: [
    'mode',
    'risk',
    'list',
    'digest',
    'basis',
    'check_code',
    'without_paper',
    'digits',
    'drawn_heads',
    'drawn_area',
    'opened_by',
    'opened_at',
    'seeded_by',
    'seeded_at',
    'closed_by',
    'closed_at',
    'close_reason',
  ],
  reading_page: [
    'code',
    'page',
    'page_count',
    'layout_id',
    'status',
    'source',
    'source_page',
    'sha256',
    'turned',
    'is_flat',
    'slots',
    'created_by',
    'created_at',
  ],
} as const
const tables = Object.keys(columns) as (keyof typeof columns)[]

/** A change of the database behind the program's back. */
interface Mutation {
  readonly name: string
  readonly run: (tx: Transaction<Schema>) => Promise<unknown>
}
class Undone extends Error {}

const properties: readonly PropertyRow[] = Array.from({ length: 8 }, (_, index) => [`1-${101 + index}`, `业主${index}`, 80 + index])
const DIGITS = '35264113526441523514'

onBothDatabases('a change of what was read in a finished activity', (engine) => {
  const server = serverForAll(engine)
  beforeAll(async () => {
    const admin = await server.member('admin_1')
    const [corrector, third] = [await server.member('manager_2', 'manager'), await server.member('manager_3', 'manager')]
    const [clerk, reader] = [await server.member('clerk_1', 'clerk'), await server.member('clerk_2', 'clerk')]
    const { estateId } = await makeEstate(admin, properties)
    const made = await makeActivity(admin, estateId, { topics: [topic('更新电梯'), topic('修改规约')], secondentry: 1 })
    const { activityId: voteactivityid } = made
    await takeSteps(admin, voteactivityid, 'start')
    const issued = good(await admin.post('/paper/issue', { voteactivityid, xpath: '' })).papers as { code: string }[]
    const codes = issued.map(({ code }) => code)
    const [first = '', second = ''] = codes

    const { layoutid: layoutId, layout } = good(await admin.get('/paper/layout', { voteactivityid }))
    const values = { place: '一期-1栋-101', number: '1', area: '80.00㎡', code: first }
    const [picture] = await drawnPages({ code: first, layoutId, layout: BallotLayout.parse(layout), values })
    if (!picture) throw new Error('there is no page')
    const page = { voteactivityid, batchid: 'batch', source: '一号楼.pdf', sourcepage: '1' }
    expect(good(await clerk.upload('/reading/page', pageUpload(pageFile(picture)), page)).status).toBe(1)

    const voter = { votername: '', votermobileno: '', voteridno: '' }
    good(await admin.post('/vote/do', { voteactivityid, markedcodes: codes, records: recordsOf(made.topics, '11'), ...voter }))
    const records = (answers: string) => recordsOf(made.topics, answers)
    const enter = async (by: Client, code: string, answers: string, more: object = { kind: 1 }) =>
      good(await by.post('/reading/enter', { voteactivityid, code, records: records(answers), ...more })).readingid as string
    for (const code of codes.slice(2)) await enter(clerk, code, '11')
    good(await third.post('/reading/settle', { readingid: await enter(clerk, first, '12'), decision: 1, reason: '复录看错' }))
    good(await corrector.post('/reading/settle', { readingid: await enter(clerk, second, '21'), decision: 2, reason: '录入看错', records: records('21') }))
    await enter(reader, second, '21')
    await takeSteps(admin, voteactivityid, 'startTally')

    const items = [{ votetopicid: made.topics[0]?.votetopicid, voteoptionid: '' }]
    const opened = async (mode: 1 | 2) => {
      const { sampleid } = good(await admin.post('/sample/open', { voteactivityid, mode, risk: 5, items, counted: codes.length }))
      return good(await admin.post('/sample/seed', { sampleid, digits: DIGITS })) as { sampleid: string; fetch: { code: string; recordid: string }[] }
    }
    const papers = await opened(1)
    for (const [index, { code }] of papers.fetch.entries()) {
      const right = code === second ? '21' : '11'
      const readingid = await enter(reader, code, index === 0 ? '33' : right, { kind: 3, sampleid: papers.sampleid })
      if (index === 0) good(await third.post('/reading/settle', { readingid, decision: 1, reason: '抽读看错' }))
    }
    // Closed by hand if it has not ended by itself.
    await admin.post('/sample/close', { sampleid: papers.sampleid, reason: '不再抽查' })
    const { sampleid, fetch } = await opened(2)
    for (const { recordid } of fetch.slice(0, 2)) good(await clerk.post('/sample/ask', { sampleid, recordid, answer: 1, way: 1, remark: '本人接听' }))
    good(await admin.post('/sample/close', { sampleid, reason: '不再回访' }))
    await takeSteps(admin, voteactivityid, 'finish')
    await removeJournalGuards(server.database)
  }, 120_000)

  /** The number of differences found by verify, in a transaction that is rolled back; null if the change is impossible. */
  async function differencesOf(mutation: Mutation): Promise<number | null> {
    let count: number | null = null
    let isMade = false
    const undone = server.database.write(async (tx) => {
      await mutation.run(tx)
      isMade = true
      count = (await checkActivities(tx, new AbortController().signal)).differences.length
      throw new Undone()
    })
    await undone.catch((error: unknown) => {
      // Constraints of the tables refuse some changes.
      if (isMade && !(error instanceof Undone)) throw error
    })
    return count
  }

  /** Another value of the same kind; 1 for a missing one. */
  const others = (value: unknown): readonly unknown[] =>
    value === null ? [1] : typeof value === 'string' ? [`${value}1`, ''] : [Number(value) + 1, Number(value) - 1]

  async function mutations(): Promise<Mutation[]> {
    const found: Mutation[] = []
    for (const table of tables) {
      const { rows } = await sql<Record<string, unknown> & { id: number }>`select * from ${sql.table(table)} order by id`.execute(server.database.read)
      expect(rows.length, table).toBeGreaterThan(0)
      for (const row of rows) {
        for (const column of columns[table])
          for (const value of others(row[column])) {
            if (value === row[column]) continue
            const name = `${table} ${row.id}: ${column} = ${String(value).slice(-40)}`
            found.push({ name, run: (tx) => sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${row.id}`.execute(tx) })
          }
        found.push({ name: `${table} ${row.id} is gone`, run: (tx) => sql`delete from ${sql.table(table)} where id = ${row.id}`.execute(tx) })
        const names = Object.keys(row).filter((name) => name !== 'id')
        const copied = names.map((name) => (name === 'public_id' ? sql`'forged'` : sql.ref(name)))
        const listed = sql.join(names.map((name) => sql.ref(name)))
        found.push({
          name: `${table} ${row.id} is there twice`,
          run: (tx) => sql`insert into ${sql.table(table)} (${listed}) select ${sql.join(copied)} from ${sql.table(table)} where id = ${row.id}`.execute(tx),
        })
      }
    }
    return found
  }

  it('any single change is detected by verify', { timeout: 300_000 }, async () => {
    expect(await differencesOf({ name: 'nothing', run: () => Promise.resolve() })).toBe(0)
    const random = createRandom(31)
    const shuffled = (await mutations()).map((mutation) => ({ mutation, place: random.share() })).toSorted((one, other) => one.place - other.place)
    const missed: string[] = []
    let made = 0
    for (const { mutation } of shuffled) {
      if (made === atScale(200, 40)) break
      const count = await differencesOf(mutation)
      if (count === null) continue
      made++
      if (count === 0) missed.push(mutation.name)
    }
    expect(missed).toEqual([])
    expect(made).toBe(atScale(200, 40))
  })
})
