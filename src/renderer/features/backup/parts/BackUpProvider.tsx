import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useCurrentUser } from '../../../app-context/currentUser.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { BackUpContext } from './useBackUp.ts'

const BackUpDialog = lazy(async () => ({ default: (await import('../BackUpDialog.tsx')).BackUpDialog }))

/** Holds the single 备份数据 dialog, loaded on first use. */
export function BackUpProvider({ children }: { readonly children: ReactNode }) {
  const toasts = useToasts()
  const { roles } = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  const isAdmin = roles.includes('admin')
  const open = () => {
    if (isAdmin) setIsOpen(true)
    else toasts.failure({ kind: 'local', message: '只有管理员可以备份数据' })
  }
  return (
    <BackUpContext value={open}>
      {children}
      {isOpen ? (
        <Suspense fallback={null}>
          <BackUpDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </BackUpContext>
  )
}
