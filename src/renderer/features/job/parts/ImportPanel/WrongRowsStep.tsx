import { Button, Flex, Select, Table } from 'antd'
import { useState } from 'react'
import type { NamedField } from '#shared/import/columns.ts'
import type { ImportRefusal, RowError } from '#shared/import/contract.ts'
import { markedFileName } from '#shared/import/workbook.ts'
import { useCommand } from '../../../../bridge/useCommand.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { errorColumns, errorsAsText } from './importWords.ts'
import type { ImportWork } from './importWork.ts'
import { RecognisedColumns } from './RecognisedColumns.tsx'
import { useSavedFile } from '../../../../ui/useSavedFile.tsx'
import type { Workbook } from './workbookFile.ts'
import styles from './importPanel.module.css'

/** The filter's choice that hides nothing; no column has an empty name. */
const ALL = ''

interface WrongRowsStepProps {
  readonly work: ImportWork
  readonly file: Workbook
  readonly refusal: ImportRefusal
  /** The job that was refused: the server keeps its file for an hour. */
  readonly jobId: string
  readonly columns: readonly NamedField[]
}

/** ④ The errors, row by row, with what helps to mend them. */
export function WrongRowsStep({ work, file, jobId, columns, refusal: { errors, errorCount, preview } }: WrongRowsStepProps) {
  const [column, setColumn] = useState(ALL)
  const saveMarked = useCommand('file.saveDownload')
  const copy = useCommand('clipboard.write', { success: '已复制' })
  const tellSaved = useSavedFile()
  const shown = column === ALL ? errors : errors.filter((error) => error.column === column)
  const download = async () => {
    const saved = await saveMarked.run({ endpoint: 'job.markedWorkbook', input: { query: { jobId } }, suggestedName: markedFileName(file.name) })
    if (saved.ok) tellSaved(saved.value)
  }
  return (
    <Flex vertical gap="small">
      <Flex align="center" justify="space-between" gap="middle" wrap>
        <p className={`${styles.counts} ${styles.countsWrong} tabular`} role="alert">
          共 <b>{formatCount(errorCount)}</b> 处错误（未写入任何数据）
        </p>
        <Flex gap="small" wrap>
          <Button loading={saveMarked.isRunning} onClick={() => void download()}>
            下载错误文件
          </Button>
          <Button onClick={() => void copy.run({ text: errorsAsText(shown) })}>复制</Button>
          <Button type="primary" autoFocus onClick={work.reset}>
            重新选择
          </Button>
        </Flex>
      </Flex>
      <p className={styles.note}>
        下载错误文件，按“错误原因”一列改好后重新导入。
        {errorCount > errors.length ? `错误较多，下面列出前 ${formatCount(errors.length)} 处，改好后再核对其余的。` : ''}
      </p>
      {preview ? <RecognisedColumns work={work} file={file} columns={columns} preview={preview} /> : null}
      <Flex align="center" gap="small">
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
      </Flex>
      <ErrorTable key={column} errors={shown} />
    </Flex>
  )
}

/** Nothing is there. */
function Nothing() {
  return <span className={styles.note}>（空）</span>
}

function ErrorTable({ errors }: { readonly errors: readonly RowError[] }) {
  return (
    <Table<RowError & { readonly key: string }>
      aria-label="错误列表"
      size="small"
      dataSource={errors.map((error, index) => ({ ...error, key: `${index}` }))}
      pagination={{ defaultPageSize: 20, showSizeChanger: false, hideOnSinglePage: true, showTotal: (total) => `共 ${formatCount(total)} 条` }}
      columns={[
        { title: '行', dataIndex: 'row', align: 'right', className: 'tabular', width: '4.6rem' },
        { title: '列', dataIndex: 'column', width: '6.5rem' },
        { title: '填写的内容', dataIndex: 'value', width: '13rem', className: `${styles.value} tabular`, render: (value: string) => value || <Nothing /> },
        { title: '说明', dataIndex: 'message' },
        { title: '房屋', dataIndex: 'place', width: '15rem', className: styles.value },
        ...(errors.some(({ owner }) => owner !== '') ? [{ title: '产权人', dataIndex: 'owner', width: '9rem', className: styles.value }] : []),
      ]}
    />
  )
}
