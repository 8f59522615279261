import { Button, Card, Flex, Steps, Typography, Progress, Alert } from 'antd'
import { InboxOutlined } from '@ant-design/icons'
import { Act } from '../../../../app-context/Act.tsx'
import { useFocusBack } from '../../../../ui/useFocusBack.ts'
import { CheckedStep } from './CheckedStep.tsx'
import { CancelledStep, ColumnsStep, DoneStep, FailedStep, UnknownStep } from './EndSteps.tsx'
import type { ImportSource } from './importSource.ts'
import type { ImportState } from './importState.ts'
import type { ImportWork } from './importWork.ts'
import { WrongRowsStep } from './WrongRowsStep.tsx'
import styles from './importPanel.module.css'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { percentOf, stageInWords } from './importWords.ts'
import { useCommand } from '../../../../bridge/useCommand.ts'
import { sentenceOf } from '../../../../bridge/failure.ts'
import { TemplateButton } from './TemplateButton.tsx'
import { refusalOfFile, type FileRefusal } from './workbookFile.ts'

/** Indices of the steps. */
const CHOOSE = 0
const CHECK = 1
const WRITE = 2
const RESULT = 3

interface ImportPanelProps {
  readonly source: Pick<ImportSource, 'template' | 'sheet' | 'choice' | 'labels' | 'columns' | 'after'>
  readonly work: ImportWork
  readonly state: ImportState
  /** Closes the panel; a running import continues. */
  readonly onClose: () => void
  /** Shows the imported data. */
  readonly onSee: () => void
}

/** The four steps of an import: choose, check, import, result (`design/screens.md`, Import panel). */
export function ImportPanel({ source, work, state, onClose, onSee }: ImportPanelProps) {
  const { labels } = source
  useFocusBack()
  const { current, status } = positionOf(state)
  return (
    <section
      className="page"
      role="dialog"
      aria-label={labels.title}
      onKeyDown={(event) => {
        // Key events of a portaled dialog bubble here, too, though it is elsewhere in the DOM.
        const isHere = event.target instanceof Element && event.currentTarget.contains(event.target) && event.target.closest('.ant-select') === null
        if (event.key === 'Escape' && isHere) onClose()
      }}
    >
      <Flex className="page-title" align="center" justify="space-between" gap="middle" wrap>
        <Typography.Title level={1}>
          {labels.title} · {labels.target}
        </Typography.Title>
        <Button onClick={onClose}>返回列表</Button>
      </Flex>
      <Card className="page-card" variant="borderless">
        <Steps
          className={styles.steps}
          size="small"
          current={current}
          status={status}
          items={[{ title: '选择文件' }, { title: '核对' }, { title: '导入' }, { title: '结果' }]}
        />
        <Step source={source} work={work} state={state} onClose={onClose} onSee={onSee} />
      </Card>
    </section>
  )
}

function Step({ source: { template, sheet, choice, labels, columns, after }, work, state, onClose, onSee }: ImportPanelProps) {
  switch (state.step) {
    case 'choose':
      return <ChooseStep work={work} refusal={state.refusal} template={template} sheet={sheet} />
    case 'check':
      return (
        <WorkingStep
          key="check"
          title={`正在核对 ${state.file.name}`}
          note="核对不会写入任何数据"
          progress={state.progress}
          isCancelling={false}
          onCancel={() => void work.cancel()}
        />
      )
    case 'checked':
      return (
        <CheckedStep work={work} file={state.file} check={state.check} lost={state.lost} repeatIsSafe={labels.repeatIsSafe} columns={columns} choice={choice} />
      )
    case 'write':
      return (
        <WorkingStep
          key="write"
          title={`正在导入 ${state.file.name}`}
          note="可以离开此页，导入会继续进行，回来时能看到进度"
          progress={state.progress}
          isCancelling={state.isCancelling}
          onCancel={() => void work.cancel()}
        />
      )
    case 'done':
      return <DoneStep work={work} result={state.result} see={labels.see} afterwards={after?.(onClose)} onSee={onSee} />
    case 'wrongRows':
      return <WrongRowsStep work={work} file={state.file} refusal={state.refusal} jobId={state.jobId} drafts={state.drafts} columns={columns} choice={choice} />
    case 'columns':
      return <ColumnsStep work={work} file={state.file} sentence={state.sentence} unknown={state.unknown} columns={columns} />
    case 'failed':
      return <FailedStep work={work} file={state.file} sentence={state.sentence} />
    case 'cancelled':
      return <CancelledStep work={work} file={state.file} />
    case 'unknown':
      return <UnknownStep work={work} isAsking={state.isAsking} labels={labels} onSee={onSee} />
  }
}

/** The index and status of the current step. */
function positionOf(state: ImportState): { readonly current: number; readonly status: 'process' | 'finish' | 'error' } {
  switch (state.step) {
    case 'choose':
      return { current: CHOOSE, status: state.refusal ? 'error' : 'process' }
    case 'check':
    case 'checked':
      return { current: CHECK, status: 'process' }
    case 'wrongRows':
    case 'columns':
      return { current: CHECK, status: 'error' }
    case 'failed':
    case 'cancelled':
      return { current: state.during === 'check' ? CHECK : WRITE, status: 'error' }
    case 'write':
      return { current: WRITE, status: 'process' }
    case 'unknown':
      return { current: WRITE, status: 'error' }
    case 'done':
      return { current: RESULT, status: 'finish' }
  }
}

interface WorkingStepProps {
  /** The operation in progress: `正在导入 一期.xlsx`. */
  readonly title: string
  /** What closing the panel means for it, or `''`. */
  readonly note: string
  readonly progress: JobProgress | null
  readonly isCancelling: boolean
  readonly onCancel: () => void
}

/** ② and ③ while the server is working: progress, stage, and 取消. */
function WorkingStep({ title, note, progress, isCancelling, onCancel }: WorkingStepProps) {
  const percent = progress ? percentOf(progress) : 0
  const words = isCancelling ? '正在取消，请稍候…' : progress ? stageInWords(progress) : '正在上传文件…'
  return (
    <Flex vertical gap="small" className={styles.working}>
      <h2 className={styles.heading}>{title}</h2>
      <Progress percent={percent} status={isCancelling ? 'normal' : 'active'} aria-label={title} />
      <Flex align="center" justify="space-between" gap="middle">
        <span className="tabular" role="status">
          {words}
        </span>
        <Act text="取消" autoFocus loading={isCancelling} onClick={onCancel} />
      </Flex>
      {note === '' ? null : <p className={styles.note}>{note}</p>}
    </Flex>
  )
}

interface ChooseStepProps {
  readonly work: ImportWork
  readonly refusal: FileRefusal | null
  readonly template: ImportSource['template']
  readonly sheet: ImportSource['sheet']
}

/** ① The drop zone, also a button, and the template. Drops are handled by the whole window. */
function ChooseStep({ work, refusal, template, sheet }: ChooseStepProps) {
  const choose = useCommand('file.chooseWorkbook', { errors: 'caller' })
  const ask = async () => {
    const chosen = await choose.run(null)
    if (!chosen.ok) {
      if (chosen.failure) work.refuse({ sentence: sentenceOf(chosen.failure), hint: '' })
      return
    }
    if (chosen.value === null) return
    const { name, bytes } = chosen.value
    const refused = refusalOfFile({ name, size: bytes.byteLength })
    if (refused) work.refuse(refused)
    else void work.check({ name, bytes })
  }
  return (
    <Flex vertical gap="middle">
      {refusal ? <Alert type="error" showIcon title={refusal.sentence} description={refusal.hint === '' ? undefined : refusal.hint} /> : null}
      <button type="button" className={styles.drop} data-testid="import-drop" autoFocus aria-busy={choose.isRunning} onClick={() => void ask()}>
        <InboxOutlined className={styles.dropIcon} aria-hidden />
        <span className={styles.dropTitle}>把 Excel 文件拖到这里，或点击选择</span>
        <span className={styles.dropHint}>只接受 .xlsx 文件，大小不超过 10M；先核对，确认后才写入</span>
      </button>
      <Flex align="center" gap="middle" wrap>
        {sheet ?? (
          <>
            <TemplateButton template={template} />
            <span className={styles.note}>第一次导入请用模板填写：列名可以不按顺序，多余的列会被忽略</span>
          </>
        )}
      </Flex>
    </Flex>
  )
}
