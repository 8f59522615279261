import { useRef, useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { routePlanNames, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { askServer } from '../../bridge/bridge.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { minuteStamp } from '../../ui/minuteStamp.ts'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../ui/print/usePrintJob.tsx'
import { useJobDownload } from '../job/parts/useJob.tsx'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from '../job/parts/WholeNumbers.tsx'
import type { RouteChoice } from './parts/routeChoice.ts'
import { RoutePaper } from './RoutePaper.tsx'

interface RouteOutputProps {
  readonly activity: Activity
  readonly kind: RoutePlanKind
  readonly choice: Omit<RouteChoice, 'isOnGrid'>
  readonly isEmpty: boolean
}

type Output = 'print' | 'pdf' | 'sheet'
const outputNames: Readonly<Record<Output, string>> = { print: '打印', pdf: '保存为 PDF', sheet: '导出 Excel' }

/** 打印, 保存为 PDF and 导出 Excel: each asks whether to include unmasked phones, and for what purpose. */
export function RouteOutput({ activity, kind, choice, isEmpty }: RouteOutputProps) {
  const [asked, setAsked] = useState<Output | null>(null)
  const purpose = useRef('')
  const download = useJobDownload({ title: `正在导出${routePlanNames[kind]}`, words: () => '正在计算并写入路线…' })
  const name = `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_${routePlanNames[kind]}`
  const query = { activityId: activity.id, plan: kind, ...choice }
  const printing = usePrintJob({
    name,
    prepare: () => askServer('route.print', { query: { ...query, purpose: purpose.current } }),
    render: (route, madeAt) => (
      <RoutePaper activity={activity} kind={kind} by={choice.by} margin={choice.margin} purpose={purpose.current} route={route} madeAt={madeAt} />
    ),
  })

  const saveSheet = () =>
    download.save((jobId) => ({
      endpoint: 'route.sheet',
      input: { query: { ...query, purpose: purpose.current, jobId } },
      suggestedName: `${name}_${minuteStamp(new Date())}.xlsx`,
    }))
  const submit = async (values: NumbersValues): Promise<boolean> => {
    purpose.current = purposeOf(values)
    if (asked === 'sheet') return saveSheet()
    if (asked === 'print') printing.print()
    else printing.savePdf()
    return true
  }
  const reason = isEmpty ? '没有需要走的户' : null
  return (
    <>
      <PrintButtons printing={{ ...printing, print: () => setAsked('print'), savePdf: () => setAsked('pdf') }} reason={reason} />
      <Act text="导出 Excel" type="primary" reason={reason} onClick={() => setAsked('sheet')} />
      <FormDialog<NumbersValues>
        title={asked === null ? '' : `${outputNames[asked]}：${routePlanNames[kind]}`}
        isOpen={asked !== null}
        initialValues={maskedNumbers}
        onSubmit={submit}
        onClose={() => setAsked(null)}
        submitText={asked === null ? '' : outputNames[asked]}
      >
        <p className="quiet">按走访顺序列出房屋、产权人、手机号和最近联系，留有结果和签名栏。</p>
        <NumbersFields />
      </FormDialog>
      {download.dialog}
    </>
  )
}
