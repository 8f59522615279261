import { useCommand } from '../../../bridge/useCommand.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { useCurrentUser } from '../../../app-context/currentUser.ts'
import { minuteStamp } from '../../../ui/minuteStamp.ts'

/** 备份数据: asks where, has the server copy everything there, and says what to do with it. */
export function useBackUp(): () => void {
  const toasts = useToasts()
  const { roles } = useCurrentUser()
  const { run } = useCommand('data.backUp')
  const { run: showInFolder } = useCommand('file.showInFolder')
  const backUp = async () => {
    if (!roles.includes('admin')) {
      toasts.failure({ kind: 'local', message: '只有管理员可以备份数据' })
      return
    }
    const saved = await run({ suggestedName: `社区投票平台_备份_${minuteStamp(new Date())}.db` })
    if (!saved.ok || saved.value === null) return
    const { ticket, name } = saved.value
    toasts.notice({
      key: `backUp:${ticket}`,
      title: '数据已备份',
      detail: `${name} 含全部小区、选票和操作日志，请保存到 U 盘等安全的地方，不要外传。`,
      actions: [{ label: '打开所在文件夹', act: () => void showInFolder({ ticket }) }],
    })
  }
  return () => void backUp()
}
