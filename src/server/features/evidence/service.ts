import { createHash } from 'node:crypto'
import type { BinaryStream } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { callUnderWay, type Caller } from '../../http/context.ts'
import { requireKept } from '../activity/erasing.ts'
import { namePart } from '../result/report/name.ts'
import { type Asked, type EvidenceDeps, createBundleMaker } from './bundleMaker.ts'
import { evidenceStore } from './store.ts'
import type { Db } from '../../database/schema.ts'
import { readSnapshot } from '../../database/open.ts'
import type { Signed } from '../journal/bundled.ts'
import type { RunningJob } from '../job/service.ts'

interface BundleQuery {
  readonly activityId: string
  readonly edition: BundleEdition
  readonly purpose: string
  readonly jobId: string
}

/** The bundle (应诉包): `proof.md` section 4. */
export function createEvidenceService(deps: EvidenceDeps) {
  const { database, activities, jobs } = deps
  const send = createBundleSender(deps)

  return {
    /**
     * The bundle of a finished activity, as of its newest checkpoint that is not a bundle's.
     *
     * @throws Refusal `evidence.purposeMissing` (400), `activity.notFound` (404), `evidence.notFinished`,
     * `retention.noBundle` (409); before its first piece `audit.differs`, `audit.broken` or `job.cancelled` (402)
     */
    async bundle({ activityId, edition, purpose, jobId }: BundleQuery, caller: Caller): Promise<BinaryStream> {
      if (edition === 'court' && purpose === '') throw new Refusal('evidence.purposeMissing')
      const activity = await activities.require(database.read, activityId)
      const { status, title, estate_id: estateKey } = activity
      if (status !== ActivityStatus.finished) throw new Refusal('evidence.notFinished', { status })
      requireKept(activity, 'bundle')
      const asked: Asked = { activity, edition, purpose: edition === 'court' ? purpose : '', caller }
      const estateName = await evidenceStore(database.read).estateName(estateKey)
      return {
        type: 'application/zip',
        fileName: `${namePart(estateName)}_${namePart(title)}_应诉包_${bundleEditionNames[edition]}.zip`,
        chunks: pacedBytes((write) => jobs.run(caller, jobId, (job) => send(asked, write, job))),
      }
    },
  }
}
export type EvidenceService = ReturnType<typeof createEvidenceService>

const BROKEN_OFF = '已取消或连接中断，文件不完整'
const FAILED = '生成中断，文件不完整'

/** Sends a bundle, and records it in the journal. */
function createBundleSender(deps: EvidenceDeps) {
  const { database, journalService } = deps
  const { ensureCheckpoint, pieces } = createBundleMaker(deps)

  async function record({ activity, edition, purpose, caller }: Asked, made: { main: Signed; sha256: string; byteCount: number }): Promise<void> {
    const { rosterdigest: rosterDigest, tallydigest: tallyDigest } = made.main.checkpoint
    const checkpoint = await journalService.signHead('bundle', activity.public_id, { rosterDigest, tallyDigest })
    const { sha256, byteCount } = made
    const after = { activityId: activity.public_id, activityTitle: activity.title, edition, purpose, byteCount, sha256 }
    await database.write(async ({ journal }) => {
      journal.record({ caller, action: 'evidence.bundle', subject: activity.public_id, before: null, after, checkpoint })
    })
  }

  /** Partial downloads are recorded, too. */
  async function recordBroken({ activity, edition, purpose, caller }: Asked, reason: string): Promise<void> {
    const after = { activityId: activity.public_id, activityTitle: activity.title, edition, purpose, reason }
    // Recorded even if the caller has lost their rights: they have the part already.
    await callUnderWay.exit(() =>
      database.write(async ({ journal }) => journal.record({ caller, action: 'evidence.bundle', subject: activity.public_id, before: null, after })),
    )
  }

  /** Writes the zip, its last piece only once the journal entry is written: no complete file exists without it. */
  async function send(asked: Asked, write: WriteBytes, job: RunningJob): Promise<void> {
    let byteCount = 0
    let isOnItsWay = false
    const hash = createHash('sha256')
    try {
      job.report('checking', 0, 0)
      const makeWhole = async (db: Db): Promise<{ main: Signed; last: Uint8Array } | null> => {
        const found = await journalService.bundledCheckpoints(db, asked.activity.public_id)
        if (!found) throw new Error('a finished activity has no checkpoint')
        // A paper was read meanwhile.
        if (found.isBehind) return null
        let held: Uint8Array | null = null
        for await (const piece of pieces(db, asked, found, job)) {
          hash.update(piece)
          byteCount += piece.length
          if (held !== null) {
            isOnItsWay = true
            await write(held, job.signal)
          }
          held = piece
        }
        return { main: found.main, last: held ?? new Uint8Array() }
      }
      let made: Awaited<ReturnType<typeof makeWhole>> = null
      while (made === null) {
        await ensureCheckpoint(asked)
        made = await readSnapshot(database.location, makeWhole)
        job.signal.throwIfAborted()
      }
      const { main, last } = made
      await record(asked, { main, sha256: hash.digest('hex'), byteCount })
      await write(last, job.signal)
    } catch (error) {
      if (isOnItsWay) await recordBroken(asked, job.signal.aborted ? BROKEN_OFF : FAILED)
      throw error
    }
  }

  return send
}

/** `signal` aborts if the reader goes away. */
type WriteBytes = (bytes: Uint8Array, signal: AbortSignal) => Promise<void>

/**
 * Lets work write bytes at the reader's pace.
 *
 * An error in work ends the stream with the same error.
 */
function pacedBytes(work: (write: WriteBytes) => Promise<void>): AsyncIterable<Uint8Array> {
  const stream = new PassThrough()
  const write: WriteBytes = async (bytes, signal) => {
    signal.throwIfAborted()
    if (!stream.write(bytes)) await once(stream, 'drain', { signal })
  }
  work(write).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
}
