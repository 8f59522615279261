import { Button, Flex, Select } from 'antd'
import { useRef, useState } from 'react'
import type { NamedField } from '#shared/import/columns.ts'
import type { Correction, ImportRefusal } from '#shared/import/contract.ts'
import { markedFileName } from '#shared/import/workbook.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { useCommand } from '../../../../bridge/useCommand.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { useQuestions } from '../../../../ui/question.tsx'
import { errorColumns, errorsAsText } from './importWords.ts'
import type { ImportSource } from './importSource.ts'
import type { ImportWork } from './importWork.ts'
import { mendedRows, withCorrections, withoutPhones } from './mending.ts'
import { RecognisedColumns } from './RecognisedColumns.tsx'
import { useSavedFile } from '../../../../ui/useSavedFile.tsx'
import { WrongRowsTable } from './WrongRowsTable.tsx'
import type { Workbook } from './workbookFile.ts'
import styles from './importPanel.module.css'

/** The filter option for all columns; no column has an empty name. */
const ALL = ''

interface WrongRowsStepProps {
  readonly work: ImportWork
  readonly file: Workbook
  readonly refusal: ImportRefusal
  /** The refused job; the server keeps its file for an hour. */
  readonly jobId: string
  /** Corrections not checked yet. */
  readonly drafts: readonly Correction[]
  readonly columns: readonly NamedField[]
  readonly choice: ImportSource['choice']
}

/** ④ The invalid rows: their cells are corrected here and checked again, or in the file. */
export function WrongRowsStep({ work, file, jobId, drafts, columns, choice, refusal }: WrongRowsStepProps) {
  const { errors, errorCount, preview } = refusal
  const { corrections = [] } = file
  const [column, setColumn] = useState(ALL)
  const recheckButton = useRef<HTMLDivElement>(null)
  const questions = useQuestions()
  const rows = mendedRows(refusal, corrections, drafts)
  const shown = column === ALL ? rows : rows.filter(({ errors: some }) => some.some((error) => error.column === column))
  const phoneless = withoutPhones(rows, drafts)
  const recheck = () => void work.check({ ...file, corrections: withCorrections(corrections, drafts) })
  const chooseAgain = () => {
    const count = withCorrections(corrections, drafts).length
    if (count === 0) return work.reset()
    questions.ask({
      title: '放弃已改好的内容吗？',
      detail: `在这里改好的 ${formatCount(count)} 格只用于“${file.name}”，重新选择文件后要重新改。`,
      confirmText: '重新选择',
      onConfirm: work.reset,
    })
  }
  return (
    <Flex vertical gap="small">
      <Flex align="center" justify="space-between" gap="middle" wrap>
        <p className={`${styles.counts} ${styles.countsWrong} tabular`} role="alert">
          共 <b>{formatCount(errorCount)}</b> 处错误（未写入任何数据）
        </p>
        <Flex gap="small" wrap ref={recheckButton}>
          <FileButtons file={file} jobId={jobId} text={() => errorsAsText(column === ALL ? errors : errors.filter((error) => error.column === column))} />
          <Button onClick={chooseAgain}>重新选择</Button>
          <Act
            text={drafts.length === 0 ? '重新核对' : `重新核对（已改 ${formatCount(drafts.length)} 格）`}
            type="primary"
            data-testid="import-recheck"
            reason={drafts.length === 0 ? '请先在下面的表格中改正' : null}
            onClick={recheck}
          />
        </Flex>
      </Flex>
      <p className={styles.note}>
        在红框中改好，按回车到下一处，再点“重新核对”；也可以下载错误文件，改好后重新导入。
        {errorCount > errors.length ? `错误较多，下面列出前 ${formatCount(errors.length)} 处，改好后再核对其余的。` : ''}
      </p>
      {preview ? <RecognisedColumns work={work} file={file} columns={columns} choice={choice} preview={preview} /> : null}
      <Flex align="center" gap="small" wrap>
        <span>只看:</span>
        <Select
          aria-label="只看哪一列的错误"
          className={styles.filter}
          value={column}
          onChange={setColumn}
          options={[
            { value: ALL, label: `全部列（${formatCount(errors.length)}）` },
            ...errorColumns(errors).map(({ column: name, count }) => ({ value: name, label: `${name}（${formatCount(count)}）` })),
          ]}
        />
        {phoneless.length > 0 ? (
          <>
            <Button onClick={() => work.amend(withCorrections(drafts, phoneless))}>一键按无手机号（{formatCount(phoneless.length)}）</Button>
            <span className={styles.note}>手机号不对的都填 11111111111；已有完整号码的不动，请逐个改</span>
          </>
        ) : null}
        {drafts.length > 0 ? <Button onClick={() => work.amend([])}>撤回未核对的改动</Button> : null}
      </Flex>
      <WrongRowsTable
        key={column}
        rows={shown}
        drafts={drafts}
        onAmend={work.amend}
        onEnd={() => recheckButton.current?.querySelector<HTMLElement>('[data-testid=import-recheck]')?.focus()}
      />
    </Flex>
  )
}

/** Buttons for correcting the file itself. */
function FileButtons({ file, jobId, text }: Pick<WrongRowsStepProps, 'file' | 'jobId'> & { readonly text: () => string }) {
  const saveMarked = useCommand('file.saveDownload')
  const copy = useCommand('clipboard.write', { success: '已复制' })
  const tellSaved = useSavedFile()
  const download = async () => {
    const saved = await saveMarked.run({ endpoint: 'job.markedWorkbook', input: { query: { jobId } }, suggestedName: markedFileName(file.name) })
    if (saved.ok) tellSaved(saved.value)
  }
  return (
    <>
      <Act text="下载错误文件" loading={saveMarked.isRunning} onClick={() => void download()} />
      <Button onClick={() => void copy.run({ text: text() })}>复制</Button>
    </>
  )
}
