import { readBundle } from '../../src/recount/judge/bundle.ts'
import { judgeZip } from '../../src/recount/judge/archive.ts'
import { judgeCode, judgeEmbedded, type LampName } from '../../src/recount/judge/lamps.ts'
import { frameHash, type OwnPage } from '../../src/recount/judge/ownPage.ts'
import { filledPage, isBesideThePage } from './recountPage.ts'
import { zipped } from './bundleBytes.ts'

/** A template for tests that need no program: the compared parts of the page only. */
export const BARE_PAGE =
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src 'sha256-AbC='"><style>p{}</style>` +
  `<script type="application/json" id="bundle">__BUNDLE__</script><script id="program">run()</script>`

export type Faults = Readonly<Record<LampName, readonly string[]>>
const LAMPS = ['files', 'journal', 'recount', 'report'] as const

/** What a test opens, drops on the page and types. */
export interface OpenedBundle {
  /** The files embedded in the page. */
  readonly page: ReadonlyMap<string, Buffer>
  /** The zip dropped on it; null for none. */
  readonly zip: Buffer | null
  readonly code: string
}

/** The faults of each lamp, as shown by the page. */
export async function faultsOf({ page, zip, code }: OpenedBundle): Promise<Faults> {
  const texts = Object.fromEntries([...page].filter(([path]) => !isBesideThePage(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]))
  const judgement = await judgeEmbedded(readBundle(texts), async () => undefined)
  const dropped = zip && (await judgeZip(judgement, new Blob([new Uint8Array(zip)]), ownPage(page)))
  const typed = judgeCode(judgement, code)
  const of = (name: LampName): string[] => [
    ...judgement.lamps[name].faults,
    ...(dropped && (name === 'files' || name === 'report') ? dropped[name].faults : []),
    ...(typed && (name === 'files' || name === 'journal') ? typed[name].faults : []),
  ]
  return Object.fromEntries(LAMPS.map((name) => [name, of(name)])) as unknown as Faults
}

function ownPage(files: ReadonlyMap<string, Buffer>): OwnPage {
  const html = filledPage(BARE_PAGE, files)
  const bundle = /id="bundle">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  return { bundle, program: 'run()', frame: frameHash(BARE_PAGE) }
}

/** The bundle's zip, including its page. */
export const wholeZip = (files: ReadonlyMap<string, Buffer>, how = {}, page = Buffer.from(filledPage(BARE_PAGE, files))): Promise<Buffer> =>
  zipped(new Map([...files, ['复算.html', page]]), how)

export const isGreen = (faults: Faults): boolean => LAMPS.every((name) => faults[name].length === 0)
