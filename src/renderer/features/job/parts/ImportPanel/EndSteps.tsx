import { Button, Flex, Result } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { NamedField, UnknownColumns } from '#shared/import/columns.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { useComputer } from '../../../../bridge/computer.tsx'
import { formatCount } from '../../../../ui/numbers.ts'
import type { ImportLabels } from './importSource.ts'
import type { Imported } from './importState.ts'
import { countsOf } from './importWords.ts'
import { NameColumns } from './NameColumns.tsx'
import type { ImportWork } from './importWork.ts'
import type { Workbook } from './workbookFile.ts'
import styles from './importPanel.module.css'

interface EndProps {
  readonly work: ImportWork
  readonly file: Workbook
}

interface ColumnsStepProps {
  readonly sentence: string
  readonly unknown: UnknownColumns
  readonly columns: readonly NamedField[]
}

/** `导入成功！新增 2,940，更新 60`; without numbers if the answer was lost. */
export function successInWords(result: Imported | null): string {
  return result === null
    ? '导入成功！'
    : `导入成功！${countsOf(result)
        .map(({ word, count }) => `${word} ${formatCount(count)}`)
        .join('，')}`
}

/** Summary of the whole file, below. */
const endOf = (result: Imported): readonly string[] =>
  'updated' in result
    ? [`文件共 ${formatCount(result.total)} 行，已全部写入`, ...(result.remarks ?? [])]
    : [`文件共 ${formatCount(result.total)} 行，填写了意见的都已记为投票`]

/** ④ Import completed. */
export function DoneStep({
  work,
  result,
  see,
  afterwards,
  onSee,
}: {
  readonly work: ImportWork
  readonly result: Imported | null
  readonly see: string
  readonly afterwards: ReactNode
  readonly onSee: () => void
}) {
  return (
    <Result
      className={styles.end}
      status="success"
      title={successInWords(result)}
      subTitle={result === null ? '应答在连接中断时丢失，数量请以列表为准' : endOf(result).map((sentence) => <div key={sentence}>{sentence}</div>)}
      extra={
        <Flex gap="small" justify="center" wrap>
          <Act text={see} type="primary" autoFocus onClick={onSee} />
          <Button onClick={work.reset}>继续导入</Button>
          {afterwards}
        </Flex>
      }
    />
  )
}

/** ④ The file was unreadable or the server refused. */
export function FailedStep({ work, file, sentence }: EndProps & { readonly sentence: string }) {
  return (
    <Result
      className={styles.end}
      status="error"
      title={sentence}
      subTitle={`${file.name}，未写入任何数据`}
      extra={[
        <Act key="choose" text="重新选择" type="primary" autoFocus onClick={work.reset} />,
        <Act key="retry" text="重试" onClick={() => void work.check(file)} />,
      ]}
    />
  )
}

/** ② The headers do not identify all columns; the user must. */
export function ColumnsStep({ work, file, sentence, unknown, columns }: EndProps & ColumnsStepProps) {
  return (
    <Result
      className={styles.end}
      status="warning"
      title={sentence}
      subTitle={`${file.name}，未写入任何数据`}
      extra={[
        <NameColumns key="name" work={work} file={file} headers={unknown.headers} columns={columns} needed={unknown.needed} />,
        <Act key="choose" text="重新选择" onClick={work.reset} />,
      ]}
    />
  )
}

/** ④ Cancelled by the user. */
export function CancelledStep({ work, file }: EndProps) {
  return (
    <Result
      className={styles.end}
      status="info"
      title={sentenceFor('job.cancelled')}
      subTitle={file.name}
      extra={[
        <Act key="choose" text="重新选择" type="primary" autoFocus onClick={work.reset} />,
        <Act key="retry" text="重新核对此文件" onClick={() => void work.check(file)} />,
      ]}
    />
  )
}

interface UnknownStepProps {
  readonly work: ImportWork
  readonly isAsking: boolean
  readonly labels: ImportLabels
  readonly onSee: () => void
}

/** ④ The connection was lost before the answer: what is known, and how to find out the rest. */
export function UnknownStep({ work, isAsking, labels, onSee }: UnknownStepProps) {
  const { status } = useComputer().connection
  const findOut = useEffectEvent(() => void work.findOut())
  useEffect(() => {
    if (status === 'connected') findOut()
  }, [status])
  return (
    <Result
      className={styles.end}
      status="warning"
      title="与服务器的连接中断，导入结果未知"
      subTitle={`导入要么全部写入，要么什么都没写。连接恢复后会自动查询结果；重新导入也是安全的：${labels.repeatIsSafe}。`}
      extra={[
        <Act key="ask" text="查询结果" type="primary" autoFocus loading={isAsking} onClick={() => void work.findOut()} />,
        <Act key="see" text={labels.see} onClick={onSee} />,
        <Act key="choose" text="重新选择" onClick={work.reset} />,
      ]}
    />
  )
}
