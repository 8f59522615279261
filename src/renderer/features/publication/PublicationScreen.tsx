import { Allowed } from '../../app-context/Allowed.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
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
          <PublicationSection key={activity.id} activity={activity} />
          <Allowed call="objection.list">
            <ObjectionSection activity={activity} />
          </Allowed>
        </PageFrame>
      )}
    </ActivityPage>
  )
}
