import { formatTime } from '#shared/time/chinaTime.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { propertyReads } from './propertyReads.ts'

interface UndoImportButtonProps {
  readonly estateId: string
  readonly text: string
  readonly onDone?: () => void
}

/** Undoes an estate's last import, or says what has changed since; hidden without an import. */
export function UndoImportButton({ estateId, text, onDone }: UndoImportButtonProps) {
  const questions = useQuestions()
  const { data, refetch } = useEndpoint('property.lastImport', { query: { estateId } })
  const undo = useSend('property.undoImport', {
    refreshes: [...propertyReads, 'audit.lastImports'],
    success: ({ removed, restored }) => `已撤销导入：移除 ${formatCount(removed)} 套，恢复 ${formatCount(restored)} 套`,
  })
  if (!data) return null
  // Refetched: right after an import the cached answer is stale.
  const ask = async () => {
    const { number, at, username, nickName, fileName, removed, restored } = (await refetch()).data ?? data
    questions.ask({
      title: '撤销这次导入吗？',
      detail: [
        `${at === null ? '' : formatTime(at).slice(0, 16)} ${nickName || username} 导入的“${fileName}”：`,
        removed > 0 ? `新增的 ${formatCount(removed)} 套房产将移除。` : '',
        restored > 0 ? `更新的 ${formatCount(restored)} 套房产恢复为导入前的内容。` : '',
        removed + restored === 0 ? '没有改动任何房产。' : '',
      ].join(''),
      confirmText: '撤销导入',
      isDangerous: true,
      onConfirm: async () => {
        if ((await undo.send({ body: { estateId, number } })).ok) onDone?.()
      },
    })
  }
  return <Act text={text} reason={data.refusal === '' ? null : data.refusal} onClick={() => void ask()} />
}
