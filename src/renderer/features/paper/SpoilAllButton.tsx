import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { stepRefusal } from '#shared/features/activity/rules.ts'
import { paperLimits, spoilReasons } from '#shared/features/paper/rules.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { paperMakingReads } from './paperReads.ts'

/** 全部作废: before the start, and only where there is a paper to spoil. */
export function SpoilAllButton({ activity }: { readonly activity: Activity }) {
  const { ask } = useQuestions()
  const { data: balance } = useEndpoint('paper.balance', { query: { activityId: activity.id } }, { errors: 'caller' })
  const spoilAll = useSend('paper.spoilAll', { refreshes: paperMakingReads, success: ({ spoiled }) => `已作废 ${formatCount(spoiled)} 份` })
  const live = balance ? balance.printed - balance.spoiled : 0
  if (stepRefusal(activity.status, 'spoilAllPapers') !== null || live === 0) return null
  const press = () =>
    ask({
      title: '确认作废全部选票吗?',
      detail: `“${activity.title}”的 ${formatCount(live)} 份选票全部作废，不能恢复，编号不再使用，已打印和已发出的纸张都不能再用。作废后可以修改活动，修改后须重新生成并发放选票。`,
      confirmText: '全部作废',
      isDangerous: true,
      reason: { ...paperLimits.reason, label: '作废原因', ready: spoilReasons },
      onConfirm: async (reason) => {
        await spoilAll.send({ body: { activityId: activity.id, reason } })
      },
    })
  return (
    <Allowed call="paper.spoilAll">
      <Button danger loading={spoilAll.isSending} onClick={press}>
        全部作废
      </Button>
    </Allowed>
  )
}
