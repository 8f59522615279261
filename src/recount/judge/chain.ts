import type { JournalLine } from './bundle.ts'
import { sha256Of } from './hashing.ts'

/** An entry's content, if the bundle has it. */
export interface Content {
  readonly number: number
  /** Epoch ms, by the server's clock. */
  readonly at: number
  readonly action: string
  readonly subject: string
  /** The entry's activity; `''` for none. */
  readonly voteactivityid: string
  readonly after: Readonly<Record<string, unknown>>
}

export interface Chain {
  /** Every entry's hash, by its number minus one. */
  readonly hashes: readonly string[]
  readonly contents: readonly Content[]
  readonly withheld: number
  readonly faults: readonly string[]
}

const BEFORE_ALL = '0'.repeat(64)
/** Entries between two pauses, which let the browser handle events. */
const ENTRIES_A_PAUSE = 2_000

/**
 * Follows the journal from its first entry (`proof-layout.md` section 1). Stops at a missing link, since nothing after it can
 * be checked.
 */
export async function followChain(lines: readonly JournalLine[], pause: () => Promise<void>): Promise<Chain> {
  const hashes: string[] = []
  const contents: Content[] = []
  const faults: string[] = []
  let withheld = 0
  let previous = BEFORE_ALL
  for (const [index, { number, contenthash, salt, content }] of lines.entries()) {
    if (index % ENTRIES_A_PAUSE === ENTRIES_A_PAUSE - 1) await pause()
    if (number !== index + 1) {
      faults.push(`操作日志不连续：第 ${index + 1} 条的位置上是第 ${number} 条`)
      break
    }
    if (salt === null || content === null) withheld += 1
    else if (sha256Of(salt + content) !== contenthash) faults.push(`操作日志第 ${number} 条的内容与其校验值不符`)
    else addContent(contents, number, content, faults)
    previous = sha256Of(`${previous}${number}${contenthash}`)
    hashes.push(previous)
  }
  return { hashes, contents, withheld, faults }
}

function addContent(contents: Content[], number: number, text: string, faults: string[]): void {
  try {
    const { at, action, subject, voteactivityid, after } = JSON.parse(text) as Partial<Record<string, unknown>>
    contents.push({
      number,
      at: typeof at === 'number' ? at : 0,
      action: typeof action === 'string' ? action : '',
      subject: typeof subject === 'string' ? subject : '',
      voteactivityid: typeof voteactivityid === 'string' ? voteactivityid : '',
      after: typeof after === 'object' && after !== null ? (after as Content['after']) : {},
    })
  } catch {
    faults.push(`操作日志第 ${number} 条的内容无法读取`)
  }
}

/** Smaller differences are the clock skew of honest servers (ms). */
const SKEW_MS = 10_000

/**
 * Describes entries whose clock was behind that of earlier ones; not a fault, since the clock may have been corrected.
 *
 * An administrator's confirmation of the clock restarts the comparison. Only entries with contents are compared.
 */
export function clockNotes({ contents }: Pick<Chain, 'contents'>): string[] {
  let latest = 0
  const behind = contents.flatMap(({ number, at, action }) => {
    latest = action === 'audit.acceptClock' ? at : Math.max(latest, at)
    return at < latest - SKEW_MS ? [`第 ${number} 条 ${inChina(at)}（此前已有 ${inChina(latest)}）`] : []
  })
  return behind.length === 0
    ? []
    : [`有 ${behind.length} 条操作日志的时间早于前面的日志：${behind.slice(0, MAX_BEHIND).join('；')}${behind.length > MAX_BEHIND ? '……' : ''}`]
}
const MAX_BEHIND = 20
const CHINA_MS = 8 * 3_600_000
const inChina = (at: number): string => new Date(at + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
