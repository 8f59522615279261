import type { Activity } from '#shared/features/activity/contract.ts'
import { deliveryNamedFields } from '#shared/features/delivery/sheet.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { Act } from '../../app-context/Act.tsx'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import type { ImportSource } from '../job/parts/ImportPanel/importSource.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useQuestions } from '../../ui/question.tsx'
import { deliveryReads } from './deliveryReads.ts'

export function deliveryImport({ id, title }: Pick<Activity, 'id' | 'title'>): ImportSource {
  return {
    endpoint: 'notification.import',
    fields: { activityId: id },
    refreshes: [...deliveryReads, 'audit.lastImports'],
    columns: deliveryNamedFields,
    template: 'delivery',
    after: (leave) => (
      <Allowed call="notification.undoImport">
        <UndoDeliveries activityId={id} text="撤销本次导入" onDone={leave} />
      </Allowed>
    ),
    labels: { title: 'Excel导入', target: title, see: '查看送达', repeatIsSafe: '同一房屋、同一方式、同一时间的送达会被更新，不会重复' },
  }
}

interface UndoDeliveriesProps {
  readonly activityId: string
  readonly text: string
  readonly onDone?: () => void
}

/** Undoes the last import of deliveries, or says what has changed since; hidden without an import. */
export function UndoDeliveries({ activityId, text, onDone }: UndoDeliveriesProps) {
  const questions = useQuestions()
  const { data, refetch } = useEndpoint('notification.lastImport', { query: { activityId } })
  const undo = useSend('notification.undoImport', {
    refreshes: [...deliveryReads, 'audit.lastImports'],
    success: ({ voided, restored }) => `已撤销导入：作废 ${formatCount(voided)} 条，恢复 ${formatCount(restored)} 条`,
  })
  if (!data) return null
  // Refetched: right after an import the cached answer is stale.
  const ask = async () => {
    const { number, at, username, nickName, fileName, voided, restored } = (await refetch()).data ?? data
    questions.ask({
      title: '撤销这次送达导入吗？',
      detail: [
        `${at === null ? '' : formatTime(at).slice(0, 16)} ${nickName || username} 导入的“${fileName}”：`,
        voided > 0 ? `新增的 ${formatCount(voided)} 条送达将作废，记录保留。` : '',
        restored > 0 ? `更新的 ${formatCount(restored)} 条送达恢复为导入前的内容。` : '',
        voided + restored === 0 ? '没有改动任何送达。' : '',
      ].join(''),
      confirmText: '撤销导入',
      isDangerous: true,
      onConfirm: async () => {
        if ((await undo.send({ body: { activityId, number } })).ok) onDone?.()
      },
    })
  }
  return <Act text={text} reason={data.refusal === '' ? null : data.refusal} onClick={() => void ask()} />
}
