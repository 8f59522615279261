import { FileExcelOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { DownloadEndpoint, InputOf } from '#shared/contract/index.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { ExportAbout } from './ExportAbout.tsx'
import { useJobDownload } from './useJob.tsx'
import { minuteStamp } from '../../../ui/minuteStamp.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from './WholeNumbers.tsx'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'

/** Endpoints that export a list as a workbook; unmasked personal data requires a purpose. */
export type ExportEndpoint = { [N in DownloadEndpoint]: InputOf<N> extends { readonly query: { readonly purpose: string } } ? N : never }[DownloadEndpoint]

interface ExportButtonProps<N extends ExportEndpoint> {
  readonly endpoint: N
  /** The list's filter and sorting. */
  readonly query: Omit<InputOf<N>['query'], 'purpose' | 'jobId'>
  /** The exported list's name, for dialog and file. */
  readonly name: string
  /** Prefix of the file name: the estate, the activity. */
  readonly of?: string
  /** False if the list has no phone or ID numbers; then no question is asked. */
  readonly isPersonal: boolean
  /** Number of rows; undefined while loading. */
  readonly count: number | undefined
  /** What is exported, as a sentence. */
  readonly extent?: string
  /** The button's text. */
  readonly label?: string
}

/** 导出 Excel: exports all pages of the list, or what `extent` describes, to a chosen file, with progress and cancellation. */
export function ExportButton<N extends ExportEndpoint>({
  endpoint,
  query,
  name,
  of = '',
  isPersonal,
  count,
  extent = '按现在的筛选条件和排序，导出所有页。',
  label = '导出 Excel',
}: ExportButtonProps<N>) {
  const [isAsking, setIsAsking] = useState(false)
  const download = useJobDownload({
    title: `正在导出${name}`,
    words: ({ stage, done, total }) => (stage === 'writing' ? `正在写入… ${formatCount(done)} / ${formatCount(total)} 行` : '正在读取数据…'),
  })
  const save = (purpose: string) => download.save((jobId) => ({ endpoint, input: { query: { ...query, purpose, jobId } }, suggestedName: fileName(of, name) }))
  return (
    <>
      <ReasonedButton
        icon={<FileExcelOutlined aria-hidden />}
        reason={count === 0 ? '没有可以导出的内容' : null}
        loading={download.isRunning && !isAsking}
        aria-label={label}
        title={label}
        onClick={() => (isPersonal ? setIsAsking(true) : void save(''))}
      >
        <span className="spare-word">{label}</span>
      </ReasonedButton>
      <FormDialog<NumbersValues>
        title={`导出${name}`}
        isOpen={isAsking}
        initialValues={maskedNumbers}
        onSubmit={(values) => save(purposeOf(values))}
        onClose={() => setIsAsking(false)}
        submitText="导出"
      >
        <ExportAbout>
          {count === undefined ? '' : `共 ${formatCount(count)} 条，`}
          {extent}
        </ExportAbout>
        <NumbersFields />
      </FormDialog>
      {download.dialog}
    </>
  )
}

/** `翠湖花园_房产信息_202605010930.xlsx`. */
function fileName(of: string, name: string): string {
  return `${[of, name, minuteStamp(new Date())].filter((part) => part !== '').join('_')}.xlsx`
}
