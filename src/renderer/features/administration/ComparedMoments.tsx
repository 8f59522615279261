import { Button, Tooltip } from 'antd'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { MomentsButton } from '../result/parts/moments/MomentsButton.tsx'

/** 两个时刻对比, of the activity that the journal is narrowed to. */
export function ComparedMoments({ activityId }: { readonly activityId: string }) {
  const { data } = useEndpoint('activity.get', { query: { id: activityId } }, { errors: 'caller', enabled: activityId !== '' })
  if (activityId !== '' && data) return <MomentsButton activity={data} />
  return (
    <Tooltip title="请先在下面选择一个投票活动">
      <Button disabled>两个时刻对比</Button>
    </Tooltip>
  )
}
