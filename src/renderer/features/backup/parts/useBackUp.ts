import { MAX_PURPOSE } from '#shared/contract/export.ts'
import { useCommand } from '../../../bridge/useCommand.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { useCurrentUser } from '../../../app-context/currentUser.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { minuteStamp } from '../../../ui/minuteStamp.ts'

/** 备份数据: asks what for and where, has the server copy everything there, and says what to do with it. */
export function useBackUp(): () => void {
  const toasts = useToasts()
  const { roles } = useCurrentUser()
  const { ask } = useQuestions()
  const { run } = useCommand('data.backUp')
  const { run: showInFolder } = useCommand('file.showInFolder')
  const backUp = async (purpose: string) => {
    const saved = await run({ suggestedName: `社区投票平台_备份_${minuteStamp(new Date())}.db`, purpose })
    if (!saved.ok || saved.value === null) return
    const { ticket, name } = saved.value
    toasts.notice({
      key: `backUp:${ticket}`,
      title: '数据已备份',
      detail: `${name} 含全部小区、选票和操作日志，请保存到 U 盘等安全的地方，不要外传。`,
      actions: [{ label: '打开所在文件夹', act: () => void showInFolder({ ticket }) }],
    })
  }
  return () => {
    if (!roles.includes('admin')) {
      toasts.failure({ kind: 'local', message: '只有管理员可以备份数据' })
      return
    }
    ask({
      title: '备份数据',
      detail: '把全部小区、选票和操作日志存成一个文件。文件含业主的完整信息，请保存到 U 盘等安全的地方；用途记入操作日志。',
      confirmText: '选择保存位置',
      reason: { label: '用途', ready: ['定期备份', '升级前备份', '更换电脑', '交接工作'], max: MAX_PURPOSE },
      onConfirm: backUp,
    })
  }
}
