import { Alert, Button, Form, Progress, Radio, Select } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import type { PrintProgress } from '#shared/bridge/ballotCommands.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { PaperState, SLIPS_A_PAGE, type SlipChoice } from '#shared/features/paper/rules.ts'
import { usePreferences } from '../../bridge/computer.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { formatCount } from '../../ui/numbers.ts'
import { UnitCascader } from '../delivery/parts/places/UnitCascader.tsx'
import { printStageWords, slipsInWords } from './printWords.ts'
import { usePaperPrint, type PrintResult, type PrintWay } from './usePaperPrint.ts'
import styles from './paper.module.css'

interface PrintPapersDialogProps {
  readonly activity: Activity
  /** The papers to print; null: those of a selected branch not handed out yet. */
  readonly codes: readonly string[] | null
  /** The initially selected branch. */
  readonly picked: readonly string[]
  readonly onClose: () => void
  readonly onPrinted: (result: PrintResult) => void
}

/** 打印选票: select papers, and a file or printer; shows progress and can be cancelled. */
export function PrintPapersDialog({ activity, codes, picked: pickedFirst, onClose, onPrinted }: PrintPapersDialogProps) {
  const [picked, setPicked] = useState(pickedFirst)
  const [kind, setKind] = useState<PrintWay['kind']>('pdf')
  const [printer, setPrinter] = useState('')
  const [{ ballotSlips }, remember] = usePreferences()
  const [slips, setSlips] = useState<SlipChoice>(ballotSlips)
  const printing = usePaperPrint(activity)
  const { isPrinting, progress } = printing
  const path = picked.at(-1) ?? ''
  const waiting = useEndpoint(
    'paper.list',
    { query: { activityId: activity.id, condition: '', path, state: PaperState.printed, pageNo: 1, pageSize: 1 } },
    { enabled: codes === null },
  )
  const count = codes === null ? (waiting.data?.total ?? 0) : codes.length
  const submit = async () => {
    remember({ ballotSlips: slips })
    const result = await printing.start(codes === null ? { path } : { codes }, kind === 'pdf' ? { kind } : { kind, name: printer }, slips)
    if (result === null) return
    onPrinted(result)
    onClose()
  }
  return (
    <Dialog
      open
      title="打印选票"
      width="46rem"
      onCancel={onClose}
      isBusy={isPrinting}
      footer={
        isPrinting ? (
          <Act text="取消打印" loading={printing.isCancelling} onClick={printing.cancel} />
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button type="primary" disabled={count === 0} onClick={() => void submit()}>
              {kind === 'pdf' ? '选择保存位置' : '开始打印'}
            </Button>
          </>
        )
      }
    >
      <Form layout="vertical" disabled={isPrinting}>
        {codes === null ? (
          <Form.Item label="打印范围（留空为整个清册）">
            <UnitCascader activityId={activity.id} value={picked} onChange={setPicked} />
          </Form.Item>
        ) : null}
        <Form.Item label="输出方式">
          <Radio.Group
            aria-label="输出方式"
            value={kind}
            onChange={(event) => setKind(event.target.value as PrintWay['kind'])}
            options={[
              { value: 'pdf', label: '保存为 PDF' },
              { value: 'printer', label: '直接打印' },
            ]}
          />
        </Form.Item>
        {kind === 'printer' ? <PrinterField value={printer} onChange={setPrinter} /> : null}
        <SlipFields value={slips} onChange={setSlips} />
      </Form>
      <div className={styles.dialogStatus} role="status">
        {isPrinting ? (
          <PrintProgressBar progress={progress} isCancelling={printing.isCancelling} kind={kind} />
        ) : (
          <PrintSummary
            codes={codes}
            count={count}
            failure={waiting.error?.message ?? null}
            onRetry={() => void waiting.refetch()}
            isCounting={codes === null && waiting.data === undefined}
          />
        )}
      </div>
    </Dialog>
  )
}

interface SlipFieldsProps {
  readonly value: SlipChoice
  readonly onChange: (value: SlipChoice) => void
}

const slipNames = { stub: '存根', receipt: '送达回执' } as const
const slipOptions = SLIPS_A_PAGE.map((value) => ({ value, label: value === 0 ? '不打印' : value === 2 ? '一页两张' : '一页四张' }))

/** Whether to print 存根 and 送达回执, how many per page, and the resulting pages. */
function SlipFields({ value, onChange }: SlipFieldsProps) {
  return (
    <div className={styles.slips}>
      {(['stub', 'receipt'] as const).map((kind) => (
        <Form.Item key={kind} label={slipNames[kind]}>
          <Radio.Group
            aria-label={slipNames[kind]}
            value={value[kind]}
            onChange={(event) => onChange({ ...value, [kind]: event.target.value as SlipChoice[typeof kind] })}
            options={slipOptions}
          />
        </Form.Item>
      ))}
      <p className={styles.slipsWords}>{slipsInWords(value)}</p>
    </div>
  )
}

/** This computer's printers, the default one first. */
function PrinterField({ value, onChange }: { readonly value: string; readonly onChange: (name: string) => void }) {
  const { run } = useCommand('ballots.printers')
  const [printers, setPrinters] = useState<readonly { readonly name: string; readonly displayName: string }[]>([])
  useEffect(() => {
    void run(null).then((found) => (found.ok ? setPrinters(found.value) : undefined))
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the field appears
  }, [])
  return (
    <Form.Item label="打印机" extra="单面打印，A4，原始大小；请先放好纸">
      <Select
        aria-label="打印机"
        value={value}
        onChange={onChange}
        options={[{ value: '', label: '系统默认打印机' }, ...printers.map(({ name, displayName }) => ({ value: name, label: displayName }))]}
      />
    </Form.Item>
  )
}

interface PrintProgressBarProps {
  readonly progress: PrintProgress | null
  readonly isCancelling: boolean
  readonly kind: PrintWay['kind']
}

function PrintProgressBar({ progress, isCancelling, kind }: PrintProgressBarProps) {
  const percent = progress === null ? 0 : Math.floor((progress.done / progress.total) * 100)
  return (
    <>
      <Progress percent={percent} status={isCancelling ? 'normal' : 'active'} aria-label="打印进度" />
      <p>{isCancelling ? '正在取消，请稍候…' : printStageWords(progress, kind)}</p>
    </>
  )
}

interface PrintSummaryProps {
  readonly codes: readonly string[] | null
  readonly count: number
  readonly failure: string | null
  readonly onRetry: () => void
  readonly isCounting: boolean
}

/** The number of papers to print, and what is skipped. */
function PrintSummary({ codes, count, failure, onRetry, isCounting }: PrintSummaryProps) {
  if (failure !== null) return <Alert type="error" showIcon title={failure} action={<Act text="重试" size="small" onClick={onRetry} />} />
  if (isCounting) return <Alert type="info" showIcon title="正在统计…" />
  if (codes !== null) {
    return <Alert type="info" showIcon title={`将打印 ${formatCount(count)} 份选票`} description="同一编号只发一份：多打印的请当场销毁。" />
  }
  return (
    <Alert
      type={count > 0 ? 'info' : 'warning'}
      showIcon
      title={count > 0 ? `将打印 ${formatCount(count)} 份已生成未发出的选票，按房屋顺序` : '没有已生成未发出的选票，请先生成选票'}
      description="已发出的选票要重新打印，请在列表中勾选。"
    />
  )
}
