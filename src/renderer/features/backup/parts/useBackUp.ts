import { createContext, useContext } from 'react'

/** Opens 备份数据; from BackUpProvider.tsx. */
export const BackUpContext = createContext<(() => void) | null>(null)

/** 备份数据, wherever a button or a menu wants it. */
export function useBackUp(): () => void {
  const backUp = useContext(BackUpContext)
  if (!backUp) throw new Error('useBackUp needs the BackUpProvider above it')
  return backUp
}
