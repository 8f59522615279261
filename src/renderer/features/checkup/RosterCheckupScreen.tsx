import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { Finding, FindingRow } from '#shared/features/checkup/contract.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { useSend } from '../../bridge/useSend.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { EmptyRoster } from '../activity/parts/EmptyRoster.tsx'
import { MergeOwnerDialog } from '../ballot/parts/merging/MergeOwnerDialog.tsx'
import { EditPropertyDialog } from '../ballot/parts/rosterProperty/EditPropertyDialog.tsx'
import { CheckupPage } from './CheckupPage.tsx'
import { ownerFound } from './findingWords.ts'

/** 票权管理 → 体检 (`insight.md` section 1): an activity's roster. */
export function RosterCheckupScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <RosterCheckup key={activity.id} activity={activity} />}</ActivityPage>
}

function RosterCheckup({ activity }: { readonly activity: Activity }) {
  const [edited, setEdited] = useState<Voter | null>(null)
  const [merged, setMerged] = useState<Finding | null>(null)
  const load = useSend('ballot.property', { refreshes: [] })
  const edit = async ({ rosterPropertyId }: FindingRow) => {
    const sent = await load.send({ query: { rosterPropertyId } })
    if (sent.ok) setEdited(sent.value)
  }
  return (
    <CheckupPage
      subject={{ estateId: '', activityId: activity.id }}
      of={activity.title}
      acts={{ notNow: whyNot(activity.status, 'checkUp'), onEdit: (row) => void edit(row), onMerge: setMerged }}
      isDialogOpen={edited !== null || merged !== null}
      dialogs={
        <>
          <EditPropertyDialog status={activity.status} property={edited} onClose={() => setEdited(null)} />
          <MergeOwnerDialog
            activity={activity}
            kind={merged?.rule === 'sameOwner' ? 'same' : 'alike'}
            owner={merged && ownerFound(merged)}
            onClose={() => setMerged(null)}
          />
        </>
      }
      empty={<EmptyRoster activity={activity} />}
    />
  )
}
