import { useMay } from '../../../app-context/may.ts'
import { useNavigate } from '../../../app-context/navigation.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { activityPaths } from '../parts/activityPaths.ts'

/** Looks whether an activity that was just made has owners with several ballots; what it resolves to proposes to merge them. */
export function useMergeProposal() {
  const { ask } = useQuestions()
  const navigate = useNavigate()
  const mayMerge = useMay('ballot.mergeOwners')
  const find = useSend('ballot.unmergedOwners', { refreshes: [], errors: 'caller' })
  return async (activity: { readonly id: string; readonly estateId: string }): Promise<() => void> => {
    const found = mayMerge ? await find.send({ query: { activityId: activity.id, kind: 'same', pageNo: 1, pageSize: 1 } }) : null
    // Where it could not be found out, 票权管理 tells it.
    if (!found?.ok || found.value.sameCount === 0) return () => undefined
    const { sameCount } = found.value
    return () =>
      ask({
        title: '同一业主的房产尚未合并',
        detail: `${formatCount(sameCount)} 位业主的几套房产现在各计一票，合并后每位业主只计一票。可以看着名单一次合并，也可以以后在“票权管理”里合并。`,
        confirmText: '查看名单并合并',
        cancelText: '以后再合并',
        onConfirm: () => navigate(activityPaths.mergeAll(activity)),
      })
  }
}
