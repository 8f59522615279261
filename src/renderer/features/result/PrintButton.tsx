import { Button } from 'antd'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { suggestedName } from './figures.ts'
import { useSavedReport } from './useSavedReport.tsx'

/** The page as a PDF: to be printed, or handed round. */
export function PrintButton({ activity }: { readonly activity: Activity }) {
  const { run, isRunning } = useCommand('page.savePdf')
  const showSaved = useSavedReport()
  const save = async () => {
    const saved = await run({ suggestedName: suggestedName(activity.estateName, activity.title, new Date(), '.pdf') })
    if (saved.ok && saved.value !== null) showSaved(saved.value)
  }
  return (
    <>
      <Button onClick={() => window.print()}>打印</Button>
      <Button loading={isRunning} onClick={() => void save()}>
        保存为 PDF
      </Button>
    </>
  )
}
