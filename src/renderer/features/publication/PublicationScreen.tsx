import { useQueryClient } from '@tanstack/react-query'
import type { Activity } from '#shared/features/activity/contract.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { usePageState } from '../../ui/usePageState.ts'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { ObjectionSection } from '../objection/parts/ObjectionSection.tsx'
import { LookUpButton } from '../voting/parts/LookUpButton.tsx'
import { PublicationSection } from './PublicationSection.tsx'

/** 公示与异议 (`after.md` sections 3 and 4): what was posted for the owners, and their objections. */
export function PublicationScreen() {
  return (
    <ActivityPage>
      {(activity) => (
        <PageFrame actions={<LookUpButton activity={activity} />}>
          <Sections key={activity.id} activity={activity} />
        </PageFrame>
      )}
    </ActivityPage>
  )
}

/** Both sections; if neither could be had, the first says so, and asks for both again. */
function Sections({ activity }: { readonly activity: Activity }) {
  const paging = usePageState('publication')
  const { pageNo, pageSize } = paging
  const published = useEndpoint('publication.list', { query: { activityId: activity.id, pageNo, pageSize } }, { keepsPrevious: true })
  const cache = useQueryClient()
  const refetch = () => Promise.all([published.refetch(), cache.invalidateQueries({ queryKey: ['objection.list'] })])
  return (
    <>
      <PublicationSection activity={activity} query={{ ...published, refetch }} paging={paging} />
      <Allowed call="objection.list">
        <ObjectionSection activity={activity} isFailureTold={published.error !== null && !published.data} />
      </Allowed>
    </>
  )
}
