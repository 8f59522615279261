import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { modeOf } from './modes.ts'
import { VotingDesk } from './VotingDesk.tsx'

/** `/voteManage/votedesk`: `operatetype` 1 marks, 2 completes votes, 3 tallies. */
export function DeskScreen() {
  return (
    <ActivityPage namesItsTab accepts={(query) => modeOf(query.get('operatetype')) !== null}>
      {(activity, query) => {
        const mode = modeOf(query.get('operatetype'))
        // Topics that have changed make another paper: what was entered on the old one does not fit it.
        const paper = activity.topics.map(({ id, options }) => `${id}:${options.length}`).join()
        return mode === null ? null : <VotingDesk key={`${activity.id} ${paper}`} activity={activity} openedFor={mode} />
      }}
    </ActivityPage>
  )
}
