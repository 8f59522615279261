import { Input, Table } from 'antd'
import type { KeyboardEvent } from 'react'
import type { Correction } from '#shared/import/contract.ts'
import { MAX_CORRECTION } from '#shared/import/workbook.ts'
import { formatCount } from '../../../../ui/numbers.ts'
import { amended, type MendedCell, type MendedRow } from './mending.ts'
import styles from './importPanel.module.css'

interface WrongRowsTableProps {
  readonly rows: readonly MendedRow[]
  readonly drafts: readonly Correction[]
  readonly onAmend: (drafts: readonly Correction[]) => void
  /** Enter in the page's last invalid cell. */
  readonly onEnd: () => void
}

/** The refused rows as an editable table; Enter moves to the next invalid cell. */
export function WrongRowsTable({ rows, drafts, onAmend, onEnd }: WrongRowsTableProps) {
  const columns = shownColumns(rows)
  const firstWrong = rows.flatMap(({ row, cells }) => cells.filter(({ isWrong }) => isWrong).map(({ column }) => ({ row, column })))[0]
  const toNextWrong = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    // Otherwise the key would press the button that receives the focus.
    event.preventDefault()
    const wrong = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]') ?? [])]
    const next = wrong.find((input) => (event.currentTarget.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
    if (next) next.focus()
    else onEnd()
  }
  return (
    <Table<MendedRow>
      aria-label="错误列表"
      size="small"
      className={styles.mending}
      rowKey="row"
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      pagination={{ defaultPageSize: 20, showSizeChanger: false, hideOnSinglePage: true, showTotal: (total) => `共 ${formatCount(total)} 行` }}
      columns={[
        { title: '行', dataIndex: 'row', align: 'right', className: 'tabular', width: 64, fixed: 'left' },
        { title: '说明', key: 'errors', className: styles.wrongWords, fixed: 'left', render: (_, { errors }) => <ErrorWords errors={errors} /> },
        ...columns.map(({ column, width }) => ({
          title: column,
          key: column,
          render: (_: unknown, { row, cells }: MendedRow) => {
            const cell = cells.find((each) => each.column === column)
            return cell ? (
              <Cell
                row={row}
                cell={cell}
                width={width}
                isFirst={firstWrong?.row === row && firstWrong.column === column}
                onType={(value) => onAmend(amended(drafts, row, cell, value))}
                onEnter={toNextWrong}
              />
            ) : null
          },
        })),
      ]}
    />
  )
}

function ErrorWords({ errors }: Pick<MendedRow, 'errors'>) {
  return errors.map(({ column, message }) => (
    <div key={`${column} ${message}`}>
      {column}：{message}
    </div>
  ))
}

interface CellProps {
  readonly row: number
  readonly cell: MendedCell
  readonly width: string
  readonly isFirst: boolean
  readonly onType: (value: string) => void
  readonly onEnter: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Cell({ row, cell: { column, shown, text, isWrong, isMended }, width, isFirst, onType, onEnter }: CellProps) {
  return (
    <Input
      size="small"
      className={[styles.mendedCell, isMended ? styles.isMended : '', 'tabular'].join(' ')}
      style={{ width }}
      variant={isWrong || isMended ? 'outlined' : 'borderless'}
      {...(isWrong && !isMended ? { status: 'error' as const } : {})}
      aria-label={`第${row}行 ${column}`}
      aria-invalid={isWrong}
      autoFocus={isFirst}
      placeholder={text === '' ? shown : ''}
      maxLength={MAX_CORRECTION}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onPressEnter={onEnter}
    />
  )
}

/** Minimum and maximum width of a cell, in half-width characters. */
const [NARROWEST, WIDEST] = [5, 26]
const widthOf = (text: string): number => Array.from(text).reduce((sum, letter) => sum + (letter > '\u00ff' ? 2 : 1), 0)

/** The columns with content or errors in these rows; others would only take up space. */
function shownColumns(rows: readonly MendedRow[]): { readonly column: string; readonly width: string }[] {
  const longest = new Map<string, number>()
  for (const { cells } of rows) {
    for (const { column, shown, text, isWrong } of cells) {
      const width = Math.max(widthOf(shown), widthOf(text))
      if (width > 0 || isWrong) longest.set(column, Math.max(longest.get(column) ?? NARROWEST, width))
    }
  }
  const inOrder = rows[0]?.cells.map(({ column }) => column) ?? []
  return inOrder.flatMap((column) => {
    const width = longest.get(column)
    return width === undefined ? [] : [{ column, width: `calc(${Math.min(width, WIDEST)}ch + 1.6rem)` }]
  })
}
