import type { BundleActivity } from './bundleActivities.ts'
import { type OpenedBundle, BARE_PAGE, wholeZip } from './bundleJudging.ts'
import { filledPage } from './recountPage.ts'
import { canon, sha256, signed, signer, type Signer } from './bundleBytes.ts'
import { makeBundle, type MadeBundle } from './bundles.ts'

export interface Mutation {
  readonly name: string
  readonly opened: OpenedBundle
}

/** A seeded generator of integers below a bound. */
export function seededRandom(seed: string): (below: number) => number {
  let turn = 0
  return (below) => Number.parseInt(sha256(`${seed} ${turn++}`).slice(0, 12), 16) % below
}

type Files = Map<string, Buffer>
/** Changes files in place and returns a description; null if not applicable to the bundle. */
type Change = (files: Files, random: (below: number) => number) => string | null

const one = <T>(list: readonly T[], random: (below: number) => number): T => {
  const found = list[random(list.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
const notEmpty = (files: Files): string[] => [...files].filter(([, bytes]) => bytes.length > 0).map(([path]) => path)
const withLines = (files: Files, most: number): [path: string, lines: string[]][] =>
  [...files]
    .filter(([path]) => path.endsWith('.jsonl'))
    .map(([path, bytes]): [string, string[]] => [path, bytes.toString('utf8').split('\n').slice(0, -1)])
    .filter(([, lines]) => new Set(lines).size >= most)
const write = (files: Files, path: string, lines: readonly string[]): void => void files.set(path, Buffer.from(lines.map((line) => `${line}\n`).join('')))

const byte: Change = (files, random) => {
  const path = one(notEmpty(files), random)
  const bytes = Buffer.from(files.get(path) ?? '')
  const at = random(bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
  files.set(path, bytes)
  return `a bit of ${path}`
}
const dropped: Change = (files, random) => {
  const [path, lines] = one(withLines(files, 1), random)
  lines.splice(random(lines.length), 1)
  write(files, path, lines)
  return `a line less in ${path}`
}
const swapped: Change = (files, random) => {
  const [path, lines] = one(withLines(files, 2), random)
  const a = random(lines.length)
  const b = lines.findIndex((line) => line !== lines[a])
  ;[lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? '']
  write(files, path, lines)
  return `two lines swapped in ${path}`
}
const doubled: Change = (files, random) => {
  const [path, lines] = one(withLines(files, 1), random)
  lines.push(one(lines, random))
  write(files, path, lines)
  return `a line twice in ${path}`
}
const cut: Change = (files, random) => {
  const path = one(notEmpty(files), random)
  const bytes = files.get(path) ?? Buffer.alloc(0)
  files.set(path, bytes.subarray(0, random(bytes.length)))
  return `${path} cut`
}
const lost: Change = (files, random) => {
  const path = one([...files.keys()], random)
  files.delete(path)
  return `${path} lost`
}
const added: Change = (files, random) => {
  files.set(one(['data/more.jsonl', 'images/0.jpg', '备注.txt'], random), Buffer.from('new'))
  return 'a file more'
}

/** Replaces a field of one line that has it. */
const changed =
  (path: string, name: string, to: (value: unknown, random: (below: number) => number, line: Record<string, unknown>) => unknown): Change =>
  (files, random) => {
    const lines = (files.get(path) ?? '').toString().split('\n').slice(0, -1)
    const able = lines
      .map((text, index) => ({ index, line: JSON.parse(text) as Record<string, unknown> }))
      .filter(({ line }) => to(line[name], () => 0, line) !== undefined)
    if (able.length === 0) return null
    const { index, line } = one(able, random)
    lines[index] = canon({ ...line, [name]: to(line[name], random, line) })
    write(files, path, lines)
    return `${name} of a line in ${path}`
  }
const answer = changed('data/records.jsonl', 'answers', (value, random, { recordstatus }) => {
  if (recordstatus !== 1 || typeof value !== 'string' || value === '') return undefined
  const at = random(value.length)
  return value.slice(0, at) + ((Number(value[at]) + 1 + random(3)) % 4) + value.slice(at + 1)
})
const state = changed('data/records.jsonl', 'recordstatus', (value, random) => (Number(value) + 1 + random(2)) % 3)
const otherBallot = changed('data/records.jsonl', 'ballotid', (value, _roll, { recordstatus }) => (recordstatus === 1 ? `${String(value)}x` : undefined))
const area = changed('data/roster.jsonl', 'area', (value, random, { ended }) => (ended ? undefined : Number(value) + 1 + random(100)))
const property = changed('data/roster.jsonl', 'houses', (value, random, { ended }) => {
  if (ended) return undefined
  const properties = structuredClone(value) as Record<string, unknown>[]
  const chosen = one(properties, random)
  const field = one(['place', 'area', 'activitypropertyid'], random)
  chosen[field] = field === 'area' ? Number(chosen[field]) + 1 : `${String(chosen[field])}0`
  return properties
})
const owner = changed('data/roster.jsonl', 'houses', (value, random, { ended }) => {
  const properties = structuredClone(value) as Record<string, unknown>[]
  if (ended || properties[0]?.['ownersalt'] === undefined) return undefined
  one(properties, random)['personname'] = '没有这个人'
  return properties
})
const rule: Change = (files, random) => {
  const rules = JSON.parse((files.get('rules.json') ?? '').toString()) as { votetype: number; topics: { sortno: number }[] }
  const [first, second] = rules.topics
  if (first && second && random(2) === 0) [first.sortno, second.sortno] = [second.sortno, first.sortno]
  else rules.votetype = (rules.votetype % 6) + 1
  files.set('rules.json', Buffer.from(canon(rules)))
  return 'the rule or the order of topics'
}
const figure: Change = (files, random) => {
  const results = JSON.parse((files.get('data/results.json') ?? '').toString()) as { approve: number[]; outcome: string }[]
  const row = one(results, random)
  if (random(2) === 0) row.approve[0] = (row.approve[0] ?? 0) + 1
  else row.outcome = row.outcome === '通过' ? '不通过' : '通过'
  files.set('data/results.json', Buffer.from(canon(results)))
  return 'a figure of the program'
}
/** A report of another vote. */
const report: Change = (files) => {
  files.set('report.xlsx', Buffer.from('no workbook'))
  return 'the report'
}

/** Replaces a delivery's picture, under its own name or the original's. */
const exchanged: Change = (files, random) => {
  const lines = (files.get('data/deliveries.jsonl') ?? '').toString().split('\n').slice(0, -1)
  const pictured = lines.flatMap((line) => (JSON.parse(line) as { images?: string[] }).images ?? [])
  if (pictured.length === 0) return null
  const path = one(pictured, random)
  const bytes = Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from('another picture')])
  if (random(2) === 0) {
    files.set(path, bytes)
    return `another picture as ${path}`
  }
  const other = path.replace(/[0-9a-f]{64}/, sha256(bytes))
  files.set(other, bytes)
  files.delete(path)
  for (const name of ['data/deliveries.jsonl', 'data/records.jsonl']) files.set(name, Buffer.from((files.get(name) ?? '').toString().replaceAll(path, other)))
  return `another picture for ${path}`
}

const ofBytes = [byte, byte, byte, dropped, swapped, doubled, cut, lost, added] as const
const ofData = [answer, state, otherBallot, area, property, rule, figure] as const

/** A manifest without its list of files. */
function factsOf(files: ReadonlyMap<string, Buffer>): Record<string, unknown> {
  const { files: _files, ...facts } = JSON.parse((files.get('manifest.json') ?? '').toString()) as Record<string, unknown>
  return facts
}

/** A bundle to be mutated, and what an attacker may have. */
export interface MutableBundle {
  /** Its files by path, without 复算.html, and the code of a genuine paper. */
  readonly made: Pick<MadeBundle, 'files' | 'code'>
  readonly edition: 'court' | 'owners'
  /** The program's own key. */
  readonly key: Signer
  /** The files of another vote with a rebuilt chain; with another key on request. */
  readonly rebuilt: (withAnotherKey: boolean) => Promise<ReadonlyMap<string, Buffer>>
}

/** A generated bundle, with a changed version of the same vote. */
export function mutableBundle(activity: BundleActivity, made: MadeBundle, edition: 'court' | 'owners'): MutableBundle {
  return {
    made,
    edition,
    key: signer(activity.hasTwoKeys ? 'a key, the second' : 'a key'),
    rebuilt: async (withAnotherKey) => {
      const ballots = activity.ballots.map((ballot, nth) =>
        nth === 0 ? { ...ballot, story: ballot.story === 'voted' ? ('nothing' as const) : ('voted' as const), isEnded: false } : ballot,
      )
      return (await makeBundle({ ...activity, ballots }, { edition, ...(withAnotherKey ? { keySeed: 'another' } : {}) })).files
    },
  }
}

/** Mutation number `index` of a bundle, alternating kinds. Null if not applicable. */
export async function mutation({ made, edition, key, rebuilt }: MutableBundle, index: number): Promise<Mutation | null> {
  const random = seededRandom(`mutation ${index}`)
  const files: Files = new Map(made.files)
  const opened = async (name: string, page: ReadonlyMap<string, Buffer> = files): Promise<Mutation> => ({
    name: `${index}: ${name}`,
    opened: { page, zip: await wholeZip(files), code: made.code },
  })
  switch (index % 11) {
    case 0:
    case 1: // in the zip alone, behind the page's back
    case 2: {
      const name = one(ofBytes, random)(files, random)
      return name === null ? null : opened(`${name}, in the zip`, made.files)
    }
    case 3:
    case 4: {
      const name = one(ofBytes, random)(files, random)
      return name === null ? null : opened(`${name}, in the page too`)
    }
    case 5: {
      const name = one([...ofData, report, ...(edition === 'court' ? [owner] : [])], random)(files, random)
      return name === null ? null : opened(name)
    }
    case 6: {
      // By an attacker with the program's key, but without that day's paper.
      const name = one([...ofData, report, ...(edition === 'court' ? [owner] : [])], random)(files, random)
      if (name === null) return null
      const anew = signed(files, factsOf(made.files), key)
      return { name: `${index}: ${name}, signed anew with the key`, opened: { page: anew, zip: await wholeZip(anew), code: made.code } }
    }
    case 7: {
      const other = signer(`another key ${index}`)
      const facts: Record<string, unknown> = { ...factsOf(made.files), publickey: other.publickey }
      if (random(2) === 0) {
        const checkpoint = { ...(facts['checkpoint'] as object), publickey: other.publickey }
        Object.assign(facts, { checkpoint, checkpointsignature: other.sign(canon(checkpoint)) })
      }
      if (random(2) === 0) one([...ofData, ...ofBytes], random)(files, random)
      const anew = signed(files, facts, other)
      return { name: `${index}: signed anew with another key`, opened: { page: anew, zip: await wholeZip(anew), code: made.code } }
    }
    case 10: {
      // By the same attacker: every hash that they can compute matches.
      const name = exchanged(files, random)
      if (name === null) return null
      const anew = signed(files, factsOf(made.files), key)
      return { name: `${index}: ${name}, signed anew with the key`, opened: { page: anew, zip: await wholeZip(anew), code: made.code } }
    }
    case 8: {
      const anew = await rebuilt(random(2) === 0)
      return { name: `${index}: the whole chain made anew`, opened: { page: anew, zip: await wholeZip(anew), code: made.code } }
    }
    default:
      return mutatedArchive(made, index, random)
  }
}

/** Damages the archive or its page. */
async function mutatedArchive(made: MutableBundle['made'], index: number, random: (below: number) => number): Promise<Mutation> {
  const whole = await wholeZip(made.files)
  const opened = (name: string, zip: Buffer): Mutation => ({ name: `${index}: ${name}`, opened: { page: made.files, zip, code: made.code } })
  if (random(3) === 0) return opened('the zip cut', whole.subarray(0, random(whole.length)))
  if (random(2) === 0) {
    const html = Buffer.from(filledPage(BARE_PAGE, made.files))
    const at = random(html.length)
    html[at] = (html[at] ?? 0) ^ (1 << random(7))
    return opened('a bit of the page in the zip', await wholeZip(made.files, {}, html))
  }
  const stored = [...made.files.keys()].find((path) => path.startsWith('images/'))
  const at = stored === undefined ? 40 : whole.indexOf(stored) + stored.length + random(20)
  const zip = Buffer.from(whole)
  zip[at] = (zip[at] ?? 0) ^ (1 << random(8))
  return opened('a bit of the zip itself', zip)
}
