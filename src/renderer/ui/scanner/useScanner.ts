import { useQuestions } from '../question.tsx'
import { useScanBursts } from './useScanBursts.ts'

/** Hears a barcode scanner of the whole window while the page is shown and nothing is asked; what it typed into a box is taken back. */
export function useScanner(onCode: (code: string) => void, onUnended: (text: string) => void): void {
  const { isAsking } = useQuestions()
  const ignores = ({ target }: KeyboardEvent) => isAsking || (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null)
  useScanBursts({ isOn: true, ignores, onCode, onUnended })
}
