import { useEffect, useEffectEvent, useState } from 'react'
import { useEvent } from '../../bridge/useEvent.ts'
import { useQuestions } from '../../ui/question.tsx'
import { isTextField } from '../textField.ts'
import { createIsolatedKey } from './isolatedKey.ts'

/**
 * Whether 键盘操作 is open: opened by `?` outside text fields and from the window's menu.
 *
 * @param isBlocked true while something else must be answered first
 */
export function useKeysDialog(isBlocked: boolean) {
  const [isOpen, setIsOpen] = useState(false)
  const { isAsking } = useQuestions()
  const open = useEffectEvent(() => {
    if (!isAsking && !isBlocked) setIsOpen(true)
  })
  useEvent('menu.chosen', ({ item }) => {
    if (item === 'keys') open()
  })
  useEffect(() => {
    const isolated = createIsolatedKey(open)
    const pressed = (event: KeyboardEvent) => {
      const isWanted = isQuestionMark(event) && !event.repeat && !isTextField(event.target)
      if (event.key !== 'Shift') isolated.pressed(isWanted, event.timeStamp)
    }
    window.addEventListener('keydown', pressed, true)
    return () => {
      window.removeEventListener('keydown', pressed, true)
      isolated.stop()
    }
  }, [])
  return { isOpen, close: () => setIsOpen(false) }
}

/** `?`, also the full-width one, and when an input method has consumed the key. */
function isQuestionMark({ key, code, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return false
  return key === '?' || key === '？' || (key === 'Process' && code === 'Slash' && shiftKey)
}
