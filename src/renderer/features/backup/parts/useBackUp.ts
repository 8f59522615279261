import { createContext, useContext } from 'react'

/** Opens 备份数据; provided by BackUpProvider.tsx. */
export const BackUpContext = createContext<(() => void) | null>(null)

/** Opens 备份数据 from any button or menu. */
export function useBackUp(): () => void {
  const backUp = useContext(BackUpContext)
  if (!backUp) throw new Error('useBackUp needs the BackUpProvider above it')
  return backUp
}
