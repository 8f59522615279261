import { ReasonedButton } from '../ReasonedButton.tsx'
import type { PrintJob } from './usePrintJob.tsx'

interface PrintButtonsProps {
  readonly printing: PrintJob
  /** Why there is nothing to print, as a message; null if there is. */
  readonly reason: string | null
  readonly size?: 'small'
}

/** 打印 and 保存为 PDF of the same document. */
export function PrintButtons({ printing: { print, savePdf, making, surface }, reason, size }: PrintButtonsProps) {
  const look = size === undefined ? {} : { size }
  return (
    <>
      <ReasonedButton {...look} reason={reason} loading={making === 'print'} onClick={print}>
        打印
      </ReasonedButton>
      <ReasonedButton {...look} reason={reason} loading={making === 'pdf'} onClick={savePdf}>
        保存为 PDF
      </ReasonedButton>
      {surface}
    </>
  )
}
