import { lazy, Suspense, useState } from 'react'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useToasts } from '../../bridge/toasts.tsx'

const RestoreDialog = lazy(async () => ({ default: (await import('../../features/backup/RestoreDialog.tsx')).RestoreDialog }))

/** 恢复数据, for administrators. */
export function useRestoreDialog() {
  const toasts = useToasts()
  const { roles } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    if (roles.includes('admin')) setIsOpen(true)
    else toasts.failure({ kind: 'local', message: '只有管理员可以恢复数据' })
  }
  return { isOpen, open, close: () => setIsOpen(false) }
}

/** The dialog, fetched when it is first opened. */
export function Restore({ isOpen, onClose, onRestored }: { readonly isOpen: boolean; readonly onClose: () => void; readonly onRestored: () => void }) {
  return isOpen ? (
    <Suspense fallback={null}>
      <RestoreDialog onClose={onClose} onRestored={onRestored} />
    </Suspense>
  ) : null
}
