import type { Binary, UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { markedFileName } from '#shared/import/workbook.ts'
import type { WrongCell } from '#shared/import/contract.ts'
import type { ReadDatabase } from '../../database/database.ts'
import { callUnderWay, type Caller } from '../../http/context.ts'
import { meetsAll, type NamedIds } from '../../scope/scoping.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { HeaderPlace } from '../../workbooks/interpretRows.ts'
import { XLSX } from '../../workbooks/maker.ts'
import type { SheetReader } from '../../workbooks/reader.ts'

/** How long a refused file can be downloaded with marks, in ms. */
const KEPT_FOR = 60 * 60_000
/** Limits on files per user and on bytes in total: the oldest are dropped first. */
const MOST_OF_ONE_USER = 3
const MOST_BYTES = 64 * 2 ** 20

/** A refused workbook with the data for marking it. */
export interface RefusedFile {
  readonly file: UploadedFile
  readonly header: HeaderPlace
  /** The errors reported to the user. */
  readonly errors: readonly WrongCell[]
}

interface Kept extends RefusedFile {
  readonly userKey: number
  readonly until: number
  readonly named: NamedIds
}

/**
 * Workbooks refused by an import for wrong rows, kept for an hour with their job (`wire.md` section 9).
 *
 * In memory only. They belong to the user who sent them, while the estate is in their scope: another's is treated as unknown.
 */
export function createRefusedFiles({
  clock,
  sheets,
  read,
}: {
  readonly clock: Clock
  readonly sheets: Pick<SheetReader, 'mark'>
  readonly read: ReadDatabase
}) {
  const kept = new Map<string, Kept>()
  const keyOf = (userKey: number, jobId: string): string => `${userKey} ${jobId}`

  function forgetOld(): void {
    for (const [key, { until }] of kept) if (until <= clock.now()) kept.delete(key)
  }
  function forgetOldest(isTooMuch: () => boolean, isOne: (file: Kept) => boolean): void {
    for (const [key, file] of kept) {
      if (!isTooMuch()) return
      if (isOne(file)) kept.delete(key)
    }
  }
  const countOf = (userKey: number): number => [...kept.values()].filter((file) => file.userKey === userKey).length
  const bytesOfAll = (): number => [...kept.values()].reduce((sum, { file }) => sum + file.bytes.length, 0)

  return {
    /** Keeps a refused file; without a job id it could not be asked for. */
    keep({ userKey }: Pick<Caller, 'userKey'>, jobId: string, refused: RefusedFile): void {
      forgetOld()
      if (jobId === '') return
      const key = keyOf(userKey, jobId)
      kept.delete(key)
      // A copy of just these bytes: an upload may be a view of a larger buffer.
      const bytes = Uint8Array.from(refused.file.bytes)
      kept.set(key, {
        ...refused,
        file: { name: refused.file.name, bytes },
        userKey,
        until: clock.now() + KEPT_FOR,
        named: callUnderWay.getStore()?.named() ?? new Map(),
      })
      forgetOldest(
        () => countOf(userKey) > MOST_OF_ONE_USER,
        (file) => file.userKey === userKey,
      )
      forgetOldest(
        () => bytesOfAll() > MOST_BYTES,
        () => true,
      )
      setTimeout(forgetOld, KEPT_FOR + 1_000).unref()
    },

    /**
     * The file of a refused import with a column 错误原因 and its wrong cells coloured.
     *
     * @throws Refusal `job.noRefusedFile` (404) if it is not kept (any more); `workbook.cannotMark` or `workbook.markingTimedOut` (402)
     */
    async marked(jobId: string, { userKey, scope, signal }: Pick<Caller, 'userKey' | 'scope' | 'signal'>): Promise<Binary> {
      forgetOld()
      const found = kept.get(keyOf(userKey, jobId))
      if (!found || !(await meetsAll(read, { userKey, scope }, found.named))) throw new Refusal('job.noRefusedFile')
      const { file, header, errors } = found
      return { type: XLSX, bytes: await sheets.mark({ bytes: file.bytes, header, errors, signal }), fileName: markedFileName(file.name) }
    },
  }
}
export type RefusedFiles = ReturnType<typeof createRefusedFiles>
