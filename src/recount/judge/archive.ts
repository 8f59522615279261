import { sha256Of, utf8 } from './hashing.ts'
import { isBeside, type Findings, type Judgement } from './lamps.ts'
import { ownPageFaults, type OwnPage } from './ownPage.ts'
import { judgeReport } from './report.ts'
import { BadZip, openZip, type ZipEntry } from './zip.ts'

const PAGE = '复算.html'

export interface ZipJudgement {
  readonly files: Findings
  readonly report: Findings
  /** The pictures whose size and hash match the manifest, by path. */
  readonly images: ReadonlyMap<string, ZipEntry>
}

/**
 * Judges the whole bundle: compares every file of the zip with the manifest and with the files embedded in the page.
 *
 * @param page this page, to compare with the one in the zip; null if unknown
 */
export async function judgeZip(
  judgement: Judgement,
  blob: Blob,
  page: OwnPage | null,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ZipJudgement> {
  try {
    return await judgeEntries(judgement, await openZip(blob), page, onProgress)
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    return { files: { faults: [error.message], notes: [] }, report: { faults: ['压缩包无法读取，没有核对报告'], notes: [] }, images: new Map() }
  }
}

async function judgeEntries(
  judgement: Judgement,
  entries: readonly ZipEntry[],
  page: OwnPage | null,
  onProgress: (done: number, total: number) => void,
): Promise<ZipJudgement> {
  const { bundle, recount } = judgement
  const { texts, manifest } = bundle
  const listed = new Map(('value' in manifest ? manifest.value.files : []).map((file) => [file.path, file]))
  const found = new Map(entries.map((entry) => [entry.path, entry]))
  const faults: string[] = []
  const images = new Map<string, ZipEntry>()
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const entry of entries) {
    const fault = await faultOf(entry, texts, listed.get(entry.path), page)
    if (fault !== null) faults.push(...fault)
    else if (entry.path.startsWith('images/')) images.set(entry.path, entry)
    done += entry.bytes
    onProgress(done, total)
  }
  for (const path of [...listed.keys(), 'manifest.json', 'manifest.sig', PAGE]) if (!found.has(path)) faults.push(`压缩包里缺少 ${path}`)
  const report = found.get('report.xlsx')
  return {
    files: { faults, notes: faults.length === 0 ? [`压缩包的全部 ${entries.length} 个文件已核对，与清单一致。`] : [] },
    report:
      report && recount
        ? judgeReport(
            await report.whole(),
            recount,
            judgement.checkpoints.map(({ code }) => code),
          )
        : { faults: ['没有可以比较的报告 report.xlsx'], notes: [] },
    images,
  }
}

/** The problem with one file; null if none. */
async function faultOf(
  entry: ZipEntry,
  texts: Readonly<Record<string, string>>,
  listed: { readonly bytes: number; readonly sha256: string } | undefined,
  page: OwnPage | null,
): Promise<string[] | null> {
  const { path } = entry
  if (path === PAGE) {
    const wrong = page ? ownPageFaults(new TextDecoder().decode(await entry.whole()), page) : []
    return wrong.length > 0 ? wrong : null
  }
  const isUnlisted = path === 'manifest.json' || path === 'manifest.sig'
  if (!listed && !isUnlisted) return [`压缩包里的 ${path} 不在清单中`]
  const sha256 = await entry.sha256()
  if (listed && (entry.bytes !== listed.bytes || sha256 !== listed.sha256)) return [`压缩包里的 ${path} 已被改动`]
  const text = texts[path]
  if (isUnlisted || !isBeside(path)) {
    const isSame = text !== undefined && utf8(text).length === entry.bytes && sha256Of(text) === sha256
    if (!isSame) return [path === 'manifest.json' ? '压缩包的清单与本页面的不同：不是同一个应诉包，或已被改动' : `压缩包里的 ${path} 与本页面内的不同`]
  }
  return null
}
