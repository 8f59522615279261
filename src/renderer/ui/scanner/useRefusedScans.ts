import { useToasts } from '../../bridge/toasts.tsx'
import { useScanBursts } from './useScanBursts.ts'

// A password that another program fills in is as fast.
const isPassword = ({ target }: KeyboardEvent): boolean => target instanceof HTMLInputElement && target.type === 'password'

/**
 * Keeps a barcode scanner from answering a question or filling in a form that is open.
 *
 * Its Enter would press 取消 or 提交, and its code would be in a field. Nothing becomes of such a scan but a word to
 * whoever holds the scanner.
 */
export function useRefusedScans(isOpen: boolean): void {
  const toasts = useToasts()
  useScanBursts({ isOn: isOpen, ignores: isPassword, onCode: () => toasts.info('请先完成或取消打开的窗口，再扫码') })
}
