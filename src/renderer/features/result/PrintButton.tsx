import type { Activity } from '#shared/features/activity/contract.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { ReasonedButton } from '../../widgets/ReasonedButton.tsx'
import { suggestedName } from './figures.ts'
import { useSavedReport } from './useSavedReport.tsx'

interface PrintButtonProps {
  readonly activity: Activity
  /** Why there is nothing to print, in words; null where there is. */
  readonly reason: string | null
}

/** The page as a PDF: to be printed, or handed round. */
export function PrintButton({ activity, reason }: PrintButtonProps) {
  const { run, isRunning } = useCommand('page.savePdf')
  const showSaved = useSavedReport()
  const save = async () => {
    const saved = await run({ suggestedName: suggestedName(activity.estateName, activity.title, new Date(), '.pdf') })
    if (saved.ok && saved.value !== null) showSaved(saved.value)
  }
  return (
    <>
      <ReasonedButton reason={reason} onClick={() => window.print()}>
        打印
      </ReasonedButton>
      <ReasonedButton reason={reason} loading={isRunning} onClick={() => void save()}>
        保存为 PDF
      </ReasonedButton>
    </>
  )
}
