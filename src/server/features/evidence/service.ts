import type { BinaryStream } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import type { Caller } from '../../http/context.ts'
import { requireKept } from '../activity/erasing.ts'
import { namePart } from '../result/report/name.ts'
import type { Asked, EvidenceDeps } from './bundleMaker.ts'
import { pacedBytes } from './pacedBytes.ts'
import { createBundleSender } from './bundleSender.ts'
import { evidenceStore } from './store.ts'

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
     * The bundle of a finished activity, of its newest checkpoint that is not a bundle's.
     *
     * @throws Refusal `evidence.purposeMissing` (400), `activity.notFound` (404), `evidence.notFinished`, `retention.noBundle` (409); by
     * its first piece `audit.differs`, `audit.broken` or `job.cancelled` (402)
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
