import { unzipSync } from 'fflate'
import { readBundle, type Texts } from '../../src/recount/judge/bundle.ts'
import { judgeZip } from '../../src/recount/judge/archive.ts'
import { judgeCode, judgeEmbedded, type LampName } from '../../src/recount/judge/lamps.ts'
import { isBesideThePage } from './recountPage.ts'
import { frameHash } from '../../src/recount/judge/ownPage.ts'

/** The files of a bundle's zip by path, in order. */
export function unzipped(zip: Uint8Array): Map<string, Buffer> {
  return new Map(Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, Buffer.from(bytes)]))
}

/** The parsed lines of a `.jsonl` file. */
export function linesIn(files: ReadonlyMap<string, Buffer>, path: string): Record<string, unknown>[] {
  const text = files.get(path)?.toString('utf8') ?? ''
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const textIn = (html: string, part: RegExp): string => part.exec(html)?.[1] ?? ''

/** The faults of each lamp of the page in the zip, with the zip dropped on it and a paper's code typed. */
export async function lampFaults(zip: Uint8Array, code = ''): Promise<Record<LampName, readonly string[]>> {
  const html = unzipped(zip).get('复算.html')?.toString('utf8') ?? ''
  const bundle = textIn(html, /<script type="application\/json" id="bundle">([^<]*)<\/script>/)
  const { files } = JSON.parse(bundle) as { files: Texts }
  const judgement = await judgeEmbedded(readBundle(files), async () => undefined)
  const page = { bundle, program: textIn(html, /<script id="program">([\s\S]*?)<\/script>/), frame: frameHash(html) }
  const dropped = await judgeZip(judgement, new Blob([new Uint8Array(zip)]), page)
  const typed = judgeCode(judgement, code)
  const of = (name: LampName): string[] => [
    ...judgement.lamps[name].faults,
    ...(name === 'files' || name === 'report' ? dropped[name].faults : []),
    ...(typed && (name === 'files' || name === 'journal') ? typed[name].faults : []),
  ]
  return { files: of('files'), journal: of('journal'), recount: of('recount'), report: of('report') }
}

/** The page's notes on its recount. */
export async function recountNotes(zip: Uint8Array): Promise<readonly string[]> {
  const texts = Object.fromEntries([...unzipped(zip)].filter(([path]) => !isBesideThePage(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]))
  return (await judgeEmbedded(readBundle(texts), async () => undefined)).lamps.recount.notes
}

export const NO_FAULTS = { files: [], journal: [], recount: [], report: [] }

/** The paths of all fields of a value: `houses[].place`. */
export function fieldPaths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => fieldPaths(each, path === '' ? '' : `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [own, ...fieldPaths(each, own)]
  })
}
