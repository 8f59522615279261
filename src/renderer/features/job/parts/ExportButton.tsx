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

/** The endpoints that make a workbook of a list, whole personal data only for a purpose. */
export type ExportEndpoint = { [N in DownloadEndpoint]: InputOf<N> extends { readonly query: { readonly purpose: string } } ? N : never }[DownloadEndpoint]

interface ExportButtonProps<N extends ExportEndpoint> {
  readonly endpoint: N
  /** What the list shows: its filter and its order. */
  readonly query: Omit<InputOf<N>['query'], 'purpose' | 'jobId'>
  /** What is exported: names the dialog and the file. */
  readonly name: string
  /** What it belongs to, before the name of the file: the estate, the activity. */
  readonly of?: string
  /** False if the list holds no phone and no ID number: then nothing is asked. */
  readonly isPersonal: boolean
  /** How many rows there are; undefined while it is not known. */
  readonly count: number | undefined
  /** What is exported, in one sentence. */
  readonly extent?: string
  /** What the button says. */
  readonly label?: string
}

/** 导出 Excel: all that the list shows, on all pages, or what `extent` says; saved where the user says, followed, and to be stopped. */
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
