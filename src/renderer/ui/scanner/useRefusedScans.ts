import { useToasts } from '../../bridge/toasts.tsx'
import { useScanBursts } from './useScanBursts.ts'

// A password manager types just as fast.
const isPassword = ({ target }: KeyboardEvent): boolean => target instanceof HTMLInputElement && target.type === 'password'

/**
 * Keeps a barcode scanner from answering an open question or filling in an open form.
 *
 * Its Enter would press 取消 or 提交, and its code would end up in a field. Such a scan only shows a message.
 */
export function useRefusedScans(isOpen: boolean): void {
  const toasts = useToasts()
  useScanBursts({ isOn: isOpen, ignores: isPassword, onCode: () => toasts.info('请先完成或取消打开的窗口，再扫码') })
}
