import { Alert, Button, Flex, Table } from 'antd'
import { Fragment } from 'react'
import type { NamedField } from '#shared/import/columns.ts'
import type { ImportPreview } from '#shared/import/contract.ts'
import { propertySheet } from '#shared/features/property/sheet.ts'
import type { MaskedKind } from '#shared/owner/masking.ts'
import { maskedFieldNames, propertyRecord } from '#shared/records/property.ts'
import { Act } from '../../../../app-context/Act.tsx'
import { Masked } from '../../../../ui/Masked.tsx'
import { formatCount } from '../../../../ui/numbers.ts'
import type { ImportSource } from './importSource.ts'
import type { Imported, LostVerdict } from './importState.ts'
import { countsOf } from './importWords.ts'
import type { ImportWork } from './importWork.ts'
import { RecognisedColumns } from './RecognisedColumns.tsx'
import type { Workbook } from './workbookFile.ts'
import styles from './importPanel.module.css'

/** The only column with comparable numbers; the others are names and codes. */
const AREA = propertySheet.columns.areaHundredths.name
/** Columns whose numbers are masked until revealed. */
const masked = new Map<string, MaskedKind>(maskedFieldNames.map((name) => [propertyRecord[name].label, propertyRecord[name].kind]))

interface CheckedStepProps {
  readonly work: ImportWork
  readonly file: Workbook
  readonly check: Imported
  readonly lost: LostVerdict | null
  readonly repeatIsSafe: string
  readonly columns: readonly NamedField[]
  readonly choice: ImportSource['choice']
}

/** ② The effect of the import, the recognised columns, and 开始导入. */
export function CheckedStep({ work, file, check, lost, repeatIsSafe, columns, choice }: CheckedStepProps) {
  const { total, preview } = check
  return (
    <Flex vertical gap="small">
      {lost ? <Alert type={lost === 'written' ? 'success' : 'info'} showIcon title={wordsOfLoss(lost, repeatIsSafe)} /> : null}
      <Flex align="center" justify="space-between" gap="middle" wrap>
        <p className={`${styles.counts} tabular`} role="status" aria-label="核对结果">
          共 <b>{formatCount(total)}</b> 行 ·{' '}
          {countsOf(check).map(({ word, count }) => (
            <Fragment key={word}>
              {word} <b>{formatCount(count)}</b> ·{' '}
            </Fragment>
          ))}
          错误 <b>0</b>
        </p>
        <Flex gap="small">
          <Button onClick={work.reset}>重新选择</Button>
          <Act text="开始导入" type="primary" autoFocus onClick={() => void work.begin()} />
        </Flex>
      </Flex>
      {preview ? (
        <>
          <RecognisedColumns work={work} file={file} columns={columns} choice={choice} preview={preview} />
          <PreviewTable preview={preview} total={total} />
        </>
      ) : null}
    </Flex>
  )
}

function PreviewTable({ preview: { columns, rows }, total }: { readonly preview: ImportPreview; readonly total: number }) {
  return (
    <>
      <h2 className={styles.heading}>{rows.length < total ? `前 ${rows.length} 行，按识别的结果显示` : '全部数据，按识别的结果显示'}</h2>
      <Table<ImportPreview['rows'][number]>
        aria-label="数据预览"
        size="small"
        pagination={false}
        rowKey="row"
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: '行', dataIndex: 'row', align: 'right', className: 'tabular', fixed: 'left', width: 64 },
          ...columns.map((title, index) => ({
            title: title === AREA ? `${AREA}(㎡)` : title,
            key: title,
            className: title === AREA ? `${styles.cell} tabular` : styles.cell,
            align: title === AREA ? ('right' as const) : ('left' as const),
            render: (_: unknown, { cells }: { cells: string[] }) => <PreviewCell title={title} text={cells[index] ?? ''} />,
          })),
        ]}
      />
    </>
  )
}

function PreviewCell({ title, text }: { readonly title: string; readonly text: string }) {
  if (title === AREA) return twoDecimals(text)
  const kind = masked.get(title)
  return kind === undefined || text === '' ? text : <Masked kind={kind} text={text} />
}

/** `60` as `60.00`, so that decimal points align. */
function twoDecimals(area: string): string {
  return area === '' ? '' : Number(area).toFixed(2)
}

function wordsOfLoss(lost: LostVerdict, repeatIsSafe: string): string {
  switch (lost) {
    case 'written':
      return '上次导入已经写入：文件中的数据都已在库中，不需要再导入'
    case 'notWritten':
      return '上次导入没有写入任何数据，可以重新导入'
    case 'unclear':
      return `无法从数据分辨上次导入是否写入；重新导入是安全的：${repeatIsSafe}`
  }
}
