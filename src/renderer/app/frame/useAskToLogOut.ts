import { useEffect } from 'react'
import { useQuestions } from '../../ui/question.tsx'

interface AskToLogOutOptions {
  readonly onLeave: () => Promise<void>
  /** Hears whether a tab holds unsaved input, whenever that changes. */
  readonly onUnsaved: (holdsUnsaved: boolean) => void
}

/** 安全退出: asks first where a tab holds unsaved input. */
export function useAskToLogOut(holdsUnsaved: boolean, { onLeave, onUnsaved }: AskToLogOutOptions): () => void {
  const { ask } = useQuestions()
  useEffect(() => onUnsaved(holdsUnsaved), [onUnsaved, holdsUnsaved])
  return () => {
    if (!holdsUnsaved) {
      void onLeave()
      return
    }
    ask({
      title: '有未保存的内容，确认退出吗?',
      detail: '打开的页面里填写的内容尚未保存，退出后不会保留',
      confirmText: '安全退出',
      cancelText: '继续编辑',
      isDangerous: true,
      onConfirm: onLeave,
    })
  }
}
