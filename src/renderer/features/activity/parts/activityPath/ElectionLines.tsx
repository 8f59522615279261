import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { electionWords } from '../electionWords.ts'

/** How many are elected by each topic that fills seats; nothing where none does. */
export function ElectionLines({ activityId, className }: { readonly activityId: string; readonly className: string }) {
  const { data } = useEndpoint('activity.get', { query: { id: activityId } }, { errors: 'caller' })
  return electionWords(data?.topics ?? []).map((words, index) => (
    <p key={`${index} ${words}`} className={className}>
      选举：{words}。
    </p>
  ))
}
