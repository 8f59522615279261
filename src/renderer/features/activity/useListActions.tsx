import { useState, type ReactNode } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StatusStep } from '#shared/features/activity/rules.ts'
import { NOTHING_TO_DELETE } from '#shared/contract/batch.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useDeleteRows } from '../../ui/useDeleteRows.ts'
import type { Selection } from '../../ui/useSelection.ts'
import { useTakeStep } from './parts/activityPath/useTakeStep.tsx'
import { activityPaths } from './parts/activityPaths.ts'
import { ExtendDialog } from './ExtendDialog.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import { batchDeleteInWords, type ActionKey } from './rowActions.ts'

interface ListActions {
  readonly act: (action: ActionKey, activity: ActivityRow) => void
  readonly deleteChosen: () => void
  /** Why the chosen ones cannot be deleted; null where they can. */
  readonly deleteRefusal: string | null
  /** To be put into the screen: what is asked before an activity gets another status, end or creator. */
  readonly question: ReactNode
}

/** What the buttons of the list of activities do. */
export function useListActions(selection: Selection<ActivityRow>): ListActions {
  const navigate = useNavigate()
  const { id: userId } = useCurrentUser()
  const { take, question } = useTakeStep()
  const [extended, setExtended] = useState<ActivityRow | null>(null)
  const [handedOver, setHandedOver] = useState<ActivityRow | null>(null)
  const remove = useSend('activity.delete', {
    refreshes: ['activity.list', 'activity.get', 'activity.unfinished', 'activity.inProgress', 'voting.overview'],
    success: '删除成功',
  })
  const copy = useSend('activity.copy', { refreshes: ['activity.list', 'activity.unfinished'], success: '复制成功，请修改标题和投票时间' })
  const askToDelete = useDeleteRows<ActivityRow>({
    selection,
    nameOf: ({ title }) => title,
    send: (ids) => remove.send({ query: { ids } }),
  })
  /** A copy is rarely wanted as it is: its times at least are others. */
  const copyAndEdit = async ({ id }: ActivityRow) => {
    const sent = await copy.send({ body: { id } })
    if (sent.ok) navigate(activityPaths.edit(sent.value))
  }
  return {
    act: (action, activity) => {
      if (action === 'delete') askToDelete([activity])
      else if (action === 'copy') void copyAndEdit(activity)
      else if (action === 'extend') setExtended(activity)
      else if (action === 'handover') setHandedOver(activity)
      else if (action === 'start' || action === 'startTally' || action === 'finish') take(action, activity)
      else navigate(addresses[action](activity))
    },
    deleteChosen: () => askToDelete(selection.rows),
    deleteRefusal: selection.rows.length === 0 ? NOTHING_TO_DELETE : batchDeleteInWords(selection.rows, userId),
    question: (
      <>
        {question}
        <ExtendDialog activity={extended} onClose={() => setExtended(null)} />
        <HandoverDialog activity={handedOver} onClose={() => setHandedOver(null)} />
      </>
    ),
  }
}

/** Where the actions lead that are not done in the list. */
const addresses: Readonly<Record<Exclude<ActionKey, StatusStep | 'copy' | 'extend' | 'handover' | 'delete'>, (activity: ActivityRow) => string>> = {
  view: activityPaths.view,
  edit: activityPaths.edit,
  ballots: activityPaths.ballots,
  notify: activityPaths.notify,
  papers: activityPaths.papers,
  proxies: activityPaths.proxies,
  documents: activityPaths.documents,
  mark: (activity) => activityPaths.desk(activity, 1),
  vote: (activity) => activityPaths.desk(activity, 2),
  tally: (activity) => activityPaths.desk(activity, 3),
  route: activityPaths.route,
  progress: activityPaths.progress,
  statistics: activityPaths.statistics,
}
