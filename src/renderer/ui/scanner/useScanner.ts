import { useQuestions } from '../question.tsx'
import { useScanBursts } from './useScanBursts.ts'

/**
 * Listens to a barcode scanner in the whole window while the page is shown and no question is open; removes the scanned text
 * from the input.
 */
export function useScanner(onCode: (code: string) => void, onUnended: (text: string) => void): void {
  const { isAsking } = useQuestions()
  const ignores = ({ target }: KeyboardEvent) => isAsking || (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null)
  useScanBursts({ isOn: true, ignores, onCode, onUnended })
}
