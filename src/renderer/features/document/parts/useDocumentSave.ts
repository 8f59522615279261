import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { documentWords, type DocumentKind } from '#shared/features/document/kinds.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import { TodoState, type TodoKind } from '#shared/features/todo/rules.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { minuteStamp } from '../../../ui/minuteStamp.ts'
import { useSavedFile } from '../../../ui/useSavedFile.tsx'

/** The task completed by saving a document; null if none. A draft of the result, before the end, is neither published nor filed. */
function doneBySaving(kind: DocumentKind, { status }: Pick<Activity, 'status'>): TodoKind | null {
  if (kind === 'notice') return 'notice'
  if (status !== ActivityStatus.finished) return null
  return kind === 'result' ? 'publication' : kind === 'authority' ? 'filing' : null
}

/** Saves a document to a chosen file, and opens it. */
export function useDocumentSave(activity: Activity) {
  const { run, isRunning } = useCommand('file.saveDownload')
  const { run: open } = useCommand('file.open')
  const showSaved = useSavedFile()
  const settle = useSend('todo.settle', { refreshes: ['todo.list'], errors: 'caller' })
  /** `answered`: the objection, for 异议答复. */
  const save = async (kind: DocumentKind, answered: Pick<Objection, 'id' | 'number'> | null) => {
    const name = `${documentWords[kind].name}${answered === null ? '' : `_异议${answered.number}`}`
    const saved = await run({
      endpoint: 'document.make',
      input: { query: { activityId: activity.id, kind, objectionId: answered?.id ?? '', jobId: crypto.randomUUID() } },
      suggestedName: `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_${name}_${minuteStamp(new Date())}.docx`,
    })
    if (!saved.ok || saved.value === null) return
    showSaved(saved.value)
    const todo = doneBySaving(kind, activity)
    // If the server could not be told, the home page shows the task again.
    if (todo !== null) void settle.send({ body: { activityId: activity.id, kind: todo, state: TodoState.done } })
    await open({ ticket: saved.value.ticket })
  }
  return { save, isRunning }
}
