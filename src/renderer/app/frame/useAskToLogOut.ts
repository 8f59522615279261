import { useQuestions } from '../../ui/question.tsx'

/** 安全退出: asks first where a tab holds unsaved input. */
export function useAskToLogOut(holdsUnsaved: boolean, onLeave: () => Promise<void>): () => void {
  const { ask } = useQuestions()
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
