import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { argsOf, onBothDatabases, type BenchDatabase } from './databases.ts'
import { median, percentile, timed, type Figure } from './table.ts'

/** Registry sizes, and the limit of a search of each kind (ms). */
const sizes = [
  [5_000, 8],
  [100_000, 60],
] as const
const ROUNDS = 5

interface Row {
  readonly building: string
  readonly unit: string
  readonly room: string
  readonly personname: string
  readonly mobileno: string
}
const [numbers, letters] = ['0123456789', 'abcdefghjklmnopqrstwxyz']
const tail = (text: string, length: number): string => text.slice(-length)

/** Search terms by kind; the last half of each kind matches nothing. */
const kinds: readonly (readonly [name: string, termOf: (row: Row, index: number) => string, missing: readonly string[]])[] = [
  ['1 character', (row) => row.personname.slice(0, 1), ['魑', '8', '0']],
  ['2 digits', (_row, index) => `${numbers[index % 10]}${numbers[(index * 7) % 10]}`, ['88', '99']],
  ['2 characters', (row) => row.personname.slice(0, 2), ['魑魅']],
  ['3 digits', (row) => row.mobileno.slice(4, 7), ['魑魅魍', '1栋']],
  ['4 digits', (row) => tail(row.mobileno, 4), ['0000']],
  ['a phone', (row) => row.mobileno, ['19999999999', '10000000001']],
  ['a room', (row) => row.room, ['99999']],
  ['words of a place', (row) => `${row.building} ${row.unit} ${row.room}`, ['9999栋 101']],
  ['a place in short', (row) => [row.building, row.unit, row.room].map((part) => /\d+/.exec(part)?.[0] ?? '').join('-'), ['9999-1-101']],
  ['a room and a name', (row) => `${row.room} ${row.personname}`, ['101 魑魅']],
  ['a name and 4 digits', (row) => `${row.personname.split('/')[0]} ${tail(row.mobileno, 4)}`, ['魑魅 1234']],
  ['initials in pinyin', (_row, index) => `${letters[index % 23]}${letters[(index * 5) % 23]}`, ['zzzz', 'vv']],
]

/** Searches over HTTP: the registry's list, and the voters of an activity with all properties. */
export const benchSearch = (): Promise<Figure[]> => onBothDatabases(searchOn)

async function searchOn({ engine, location }: BenchDatabase): Promise<Figure[]> {
  const server = await startProcess(argsOf(location))
  try {
    const client = httpClient(server.url, await memberToken(server.url))
    const figures: Figure[] = []
    for (const [rows, atMost] of sizes) figures.push(...(await searchAmong(client, server, engine, rows, atMost)))
    return figures
  } finally {
    await server.stop()
  }
}

async function searchAmong(client: HttpClient, server: ServerProcess, engine: string, rows: number, atMost: number): Promise<Figure[]> {
  const name = `${engine}, ${rows.toLocaleString('en')}`
  const { estateid } = (await client.post('/vtestate/save', { name, addr: '路' })).data as { estateid: string }
  const answer = await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(rows), { estateId: estateid })
  if (answer.code !== 200) throw new Error(answer.message)
  const activityId = await activityOfAll(client, estateid, name)
  const sample = (await client.get('/vtpropertyinfo/list', { estateId: estateid, pageSize: 200, pageNo: 10 })).data.datas as Row[]
  const [registry, voters] = [
    (condition: string) => client.get('/vtpropertyinfo/list', { estateId: estateid, condition }),
    (condition: string) => client.get('/vote/queryvotersbycondition', { voteactivityid: activityId, condition }),
  ]
  return [...(await measured(server, `${name}: registry`, registry, sample, atMost)), ...(await measured(server, `${name}: voters`, voters, sample, atMost))]
}

async function activityOfAll(client: HttpClient, estateid: string, title: string): Promise<string> {
  const saved = await client.post('/votedef/save', {
    title,
    estateid,
    votetype: 1,
    startdate: '2026-01-01 12:00:00',
    enddate: '2099-01-01 12:00:00',
    topics: [{ title: '议题', topictype: 1, votetype: 15 }],
  })
  if (saved.code !== 200) throw new Error(saved.message)
  return (saved.data as { voteactivityid: string }).voteactivityid
}

/** For each kind of term: latency, and the server's main-thread time, which depends less on the machine's load. */
async function measured(
  server: ServerProcess,
  name: string,
  search: (condition: string) => Promise<{ code: number }>,
  sample: readonly Row[],
  atMost: number,
): Promise<Figure[]> {
  // The first search after a start loads the properties into memory.
  const first = await timed(() => search('张'))
  const figures: Figure[] = [{ name: `${name}, the first search after a start`, value: first.ms, unit: 'ms' }]
  for (const [kind, termOf, missing] of kinds) {
    const terms = [...sample.slice(0, 30).map((row, index) => termOf(row, index)), ...missing]
    const rounds: Record<'p95' | 'p50' | 'work95', number>[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const [samples, works]: [number[], number[]] = [[], []]
      for (const condition of terms) {
        const before = await server.mainThreadMs()
        const { ms, value } = await timed(() => search(condition))
        if (value.code !== 200) throw new Error(`${condition}: ${value.code}`)
        samples.push(ms)
        works.push((await server.mainThreadMs()) - before)
      }
      const [p95, p50, work95] = [percentile(samples, 0.95), median(samples), percentile(works, 0.95)]
      if (round > 0) rounds.push({ p95, p50, work95 })
    }
    const of = (figure: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[figure]))
    figures.push(
      { name: `${name}, ${kind}, p95`, value: of('p95'), unit: 'ms', aim: { atMost } },
      { name: '  p50', value: of('p50'), unit: 'ms' },
      { name: "  the server's own work, p95", value: of('work95'), unit: 'ms' },
    )
  }
  return figures
}
