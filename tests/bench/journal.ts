import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { journalActions } from '../../src/shared/features/words.ts'
import { entryKindOf } from '../../src/shared/features/words.ts'
import { summarise, type EntrySummary } from '../../src/shared/features/journal/rules.ts'
import type { DatabaseLocation } from '../../src/server/database/database.ts'
import { openDatabase, readSnapshot } from '../../src/server/database/open.ts'
import { canonical } from '../../src/server/features/journal/canonical.ts'
import { chained, contentHash, NO_ENTRY, type Draft } from '../../src/server/features/journal/chain.ts'
import type { EntryContent } from '../../src/server/features/journal/entryContent.ts'
import { createMoments } from '../../src/server/features/journal/moments/service.ts'
import { journalStore } from '../../src/server/features/journal/store.ts'
import { toSummary } from '../../src/server/features/journal/summaries.ts'
import { startCluster } from '../support/postgres.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { property, propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const MB = 1024 * 1024
const PROPERTIES = 20_000
const IMPORTS = 6
/** `npm run bench -- journal 100000` for a quick look. */
const ENTRIES = Number(process.argv.find((given) => /^\d+$/.test(given)) ?? 1_000_000)
const CHUNK = 10_000
const ACTIVITIES = 10
/** For each activity. */
const BALLOTS = 10_000
const PEOPLE = 8

/** The journal after imports of 20,000 changed properties, and with a million entries: list, filters, one entry, check, file. */
export async function benchJournal(): Promise<Figure[]> {
  const cluster = await startCluster({ isSynced: true })
  try {
    return [
      ...(await onFolder((folder) => afterImports({ folder }))),
      ...(await onFolder((folder) => withEntries({ folder }, 'SQLite'))),
      ...(cluster ? await withEntries({ url: `${cluster.url}/postgres` }, 'PostgreSQL') : []),
    ]
  } finally {
    await cluster?.stop()
  }
}

async function onFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const argsOf = (location: DatabaseLocation): string[] => ('url' in location ? ['--database', location.url] : ['--data', location.folder])

/** Latencies of other calls during the work. */
async function beside<T>(client: HttpClient, work: () => Promise<T>): Promise<{ ms: number; value: T; others: number[] }> {
  const others: number[] = []
  let isDone = false
  const asking = (async () => {
    while (!isDone) others.push((await timed(() => client.get('/vtestate/list'))).ms)
  })()
  const { ms, value } = await timed(work)
  isDone = true
  await asking
  return { ms, value, others }
}

async function afterImports(location: DatabaseLocation): Promise<Figure[]> {
  const server = await startProcess(argsOf(location))
  try {
    const client = httpClient(server.url, await memberToken(server.url))
    const { estateid } = (await client.post('/vtestate/save', { name: '两万户', addr: '路' })).data as { estateid: string }
    for (let round = 0; round < IMPORTS; round++) {
      const rows = Array.from({ length: PROPERTIES }, (_, index) => property(index).with(6, 60 + round))
      const answer = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(rows), { estateId: estateid })
      if (answer.code !== 200) throw new Error(answer.message)
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const before = await server.memory()
    const list = await beside(client, () => client.get('/audit/list', { pageSize: 10 }))
    const after = await server.memory()
    const [newest] = list.value.data.datas as { number: number }[]
    const part = await beside(client, () => client.get('/audit/get', { number: newest?.number ?? 0, part: 20 }))
    const check = await beside(client, () => client.get('/audit/verify'))
    if (check.value.data.intact !== true) throw new Error('the journal is not whole')
    const home = await timed(() => client.get('/audit/lastimports'))
    return [
      { name: `${IMPORTS} imports of ${PROPERTIES.toLocaleString()} changed properties: the list`, value: list.ms, unit: 'ms', aim: { atMost: 50 } },
      { name: '  memory that it takes', value: Math.max(0, after - before) / MB, unit: 'MB', aim: { atMost: 10 } },
      { name: '  its answer', value: JSON.stringify(list.value).length / MB, unit: 'MB', aim: { atMost: 0.1 } },
      { name: '  one part of an entry, 500 rows', value: part.ms, unit: 'ms' },
      { name: '  the check', value: check.ms, unit: 'ms' },
      { name: '  other calls meanwhile, longest', value: Math.max(...check.others), unit: 'ms', aim: { atMost: 100 } },
      { name: '  the home page’s last imports', value: home.ms, unit: 'ms' },
    ]
  } finally {
    await server.stop()
  }
}

// Entries that begin and end an activity would be compared with tables, which have no rows for these.
const actions = Object.keys(journalActions).filter((action) => !/^activity\.(start|finish)/.test(action))
/** The entry with that number: mostly votes, as in a real journal. */
function draft(index: number): Draft & { readonly entrySummary: EntrySummary } {
  const action = index % 3 === 0 ? (actions[index % actions.length] ?? 'voting.mark') : 'voting.complete'
  const activity = index % ACTIVITIES
  // A ballot has several entries: delivery, mark, vote, void.
  const ballot = Math.floor(index / ACTIVITIES) % BALLOTS
  const cells = property(index % 100_000)
  const named = {
    activityId: `activity-${activity}`,
    activityTitle: `第${activity}次业主大会表决`,
    place: `一期-${String(cells[2])}-${String(cells[3])}-${String(cells[5])}`,
    ownerName: cells[7],
  }
  const after = {
    ...named,
    ballotId: `ballot-${index}`,
    ballotAreaHundredths: 8_900,
    status: 1,
    markedCode: `C-${index}`,
    answers: '1213',
    voterName: cells[7],
    voterPhone: cells[8],
    voterIdNumber: cells[9],
    // Needed by replay.
    state: {
      record: [
        {
          id: `record-${ballot}`,
          ballotId: `ballot-${ballot}`,
          status: 1,
          markedCode: `C-${index}`,
          answers: '1213',
          areaHundredths: 8_900,
          source: 2,
          voterName: String(cells[7]),
          voterPhone: String(cells[8]),
          voterIdNumber: String(cells[9]),
          createdAt: Date.UTC(2024, 0, 1) + index * 60_000,
          votedAt: Date.UTC(2024, 0, 1) + index * 60_000,
        },
      ],
    },
  }
  const person = index % PEOPLE
  const columns = {
    at: Date.UTC(2024, 0, 1) + index * 60_000,
    username: `clerk_${person}`,
    nick_name: `录入员${person}`,
    address: '192.168.1.20',
    action,
    subject: `subject-${index}`,
  }
  const { nick_name: nickName, ...entry } = columns
  const kind = entryKindOf(action)
  const content = canonical({
    ...entry,
    after,
    before: null,
    kind,
    nickName,
    userid: `user-${person}`,
    voteactivityid: named.activityId,
  } satisfies EntryContent)
  const salt = index.toString(16).padStart(32, '0')
  return {
    ...columns,
    user_id: person + 1,
    row_count: 0,
    parts_hash: '',
    salt,
    content,
    content_hash: contentHash(salt, content),
    entrySummary: summarise({ action, subject: columns.subject, before: null, after }),
  }
}

/** Writes chained entries as the program does, without the changes behind them. */
async function fill(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location)
  try {
    for (let from = 0; from < ENTRIES; from += CHUNK) {
      await database.write(async (tx) => {
        const store = journalStore(tx)
        const made = Array.from({ length: Math.min(CHUNK, ENTRIES - from) }, (_, index) => draft(from + index))
        const entries = chained(
          (await store.last()) ?? NO_ENTRY,
          made.map(({ entrySummary: _summary, ...entry }) => entry),
        )
        await store.insertAll(entries)
        await store.insertSummaries(
          entries.flatMap((entry, index) => {
            const summary = made[index]?.entrySummary
            return summary ? [toSummary(entry, summary, null)] : []
          }),
        )
      })
    }
  } finally {
    await database.close()
  }
}

async function withEntries(location: DatabaseLocation, engine: string): Promise<Figure[]> {
  const first = await startProcess(argsOf(location))
  await memberToken(first.url)
  await first.stop()
  const filled = await timed(() => fill(location))
  const server = await startProcess(argsOf(location))
  try {
    const figures = await measured(server, engine, filled.ms)
    return [...figures, ...(await twoMoments(location))]
  } finally {
    await server.stop()
  }
}

/** Two moments of one activity of ten: of a million entries, a hundred thousand are its own. */
function twoMoments(location: DatabaseLocation): Promise<Figure[]> {
  return readSnapshot(location, async (read) => {
    const moments = createMoments({ database: { read } })
    const asked = { activityId: 'activity-7', from: { at: Date.UTC(2024, 1, 1) }, to: { at: Date.UTC(2025, 1, 1) }, endsAt: Date.UTC(2024, 11, 1) }
    const first = await timed(() => moments.between(asked))
    const later: number[] = []
    for (let round = 0; round < 5; round++) later.push((await timed(() => moments.between(asked))).ms)
    const acts = (ENTRIES / ACTIVITIES).toLocaleString()
    return [
      { name: `  between two moments of ${acts} acts, first call after a start`, value: first.ms, unit: 'ms' },
      { name: '  later calls', value: median(later), unit: 'ms', aim: { atMost: 200 } },
    ]
  })
}

async function measured(server: ServerProcess, engine: string, filledMs: number): Promise<Figure[]> {
  const client = httpClient(server.url, await memberToken(server.url))
  const list = async (query: Record<string, string | number>): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 5; round++) times.push((await timed(() => client.get('/audit/list', { pageSize: 50, ...query }))).ms)
    return median(times.slice(1))
  }
  const pages = Math.floor(ENTRIES / 50)
  const figure = (name: string, value: number): Figure => ({ name: `  ${name}`, value, unit: 'ms' })
  const before = await server.memory()
  const listed = await list({})
  const filters = [
    figure('the middle page', await list({ pageNo: Math.floor(pages / 2) })),
    figure('one activity of ten', await list({ voteactivityid: 'activity-7' })),
    figure('one person of eight', await list({ username: 'clerk_3' })),
    figure('one kind of actions', await list({ action: 'ballot' })),
    figure('ten days', await list({ from: '2024-03-01', to: '2024-03-10' })),
    figure('an owner’s name, which many have', await list({ condition: '钱芳军' })),
    figure('words that nobody has', await list({ condition: '魑魅魍魉' })),
    figure('one activity, one owner', await list({ voteactivityid: 'activity-7', condition: '钱芳军' })),
  ]
  const search = await beside(client, () => client.get('/audit/list', { condition: '魑魅魍魉' }))
  const check = await beside(client, () => client.get('/audit/verify'))
  if (check.value.data.intact !== true) throw new Error('the journal is not whole')
  const after = await server.memory()
  const entries = ENTRIES.toLocaleString()
  return [
    { name: `${engine}, ${entries} entries: the list`, value: listed, unit: 'ms', aim: { atMost: 100 } },
    ...filters,
    { name: '  other calls during a search, longest', value: Math.max(...search.others), unit: 'ms' },
    { name: '  the check', value: check.ms, unit: 'ms', aim: { atMost: 30_000 } },
    { name: '  other calls meanwhile, p99', value: percentile(check.others, 0.99), unit: 'ms', aim: { atMost: 100 } },
    { name: '  other calls meanwhile, p50', value: percentile(check.others, 0.5), unit: 'ms' },
    { name: '  memory that all of it takes', value: Math.max(0, after - before) / MB, unit: 'MB' },
    { name: '  (written in)', value: filledMs, unit: 'ms' },
  ]
}
