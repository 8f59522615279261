import { Alert, Button, Table, type TableProps } from 'antd'
import { useEffect, useRef, useState, type Key, type ReactNode, useLayoutEffect, type RefObject } from 'react'
import type { Page } from '#shared/contract/page.ts'
import type { Sort } from '#shared/contract/sort.ts'
import type { BridgeError } from '../bridge/bridge.ts'
import { usePreferences } from '../bridge/computer.tsx'
import { FailureState } from './FailureState.tsx'
import type { PageState } from './usePageState.ts'
import { useFreshSelection, type Selection } from './useSelection.ts'
import { hiddenColumnsOf } from './pageTable/hiddenColumns.ts'
import { Pager } from './pageTable/Pager.tsx'
import { Toolbar } from './pageTable/Toolbar.tsx'

/** A column of a table whose rows come page by page. */
export interface PageColumn<Row> {
  /** Under which its being hidden is remembered. */
  readonly key: string
  readonly title: string
  /** What the cell says; cut with a tooltip where it does not fit. */
  readonly text: (row: Row) => string
  /** What the cell shows where that is more than its text. */
  readonly cell?: (row: Row) => ReactNode
  /** `number`: at the right, in figures of one width. `time`: in such figures, at the left as text. */
  readonly kind?: 'text' | 'number' | 'time'
  /** In pixels; of a column that stretches, the least. */
  readonly width?: number
  /** True: it takes the room that the others leave. */
  readonly isStretched?: boolean
  /** In percent of the table, for a column that grows with it and leaves the stretched one the most. */
  readonly share?: number
  /** True: it stays next to the actions while others pass under them. */
  readonly isPinned?: boolean
  /** It is left out where the window is too narrow for all columns, rather than pass under those that stay; 1 goes first. */
  readonly givesWay?: number
  /** True: it cannot be hidden. */
  readonly isAlwaysShown?: boolean
  /** True: it is hidden until somebody shows it. */
  readonly isHiddenAtFirst?: boolean
  /** By which of the endpoint's fields a click on the title sorts. */
  readonly sort?: string
}

/** What the table needs of a `useEndpoint` result. */
export interface PageQuery<Row> {
  readonly data: Page<Row> | undefined
  readonly error: BridgeError | null
  readonly isFetching: boolean
  /** Asks for the same page again. */
  readonly refetch: () => Promise<unknown>
}

interface PageTableProps<Row> {
  /** Under which page size and hidden columns are remembered on this computer; also its accessible name's key. */
  readonly name: string
  /** What it lists, for those who hear the screen: `小区列表`. */
  readonly label: string
  readonly columns: readonly PageColumn<Row>[]
  readonly query: PageQuery<Row>
  readonly paging: PageState
  readonly rowKey: (row: Row) => string
  /** What a row is called: names its checkbox. */
  readonly rowName: (row: Row) => string
  /** The buttons of a row, in the fixed column at the right; undefined if this user has none. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly actionsWidth?: number
  /** undefined if this user can do nothing with ticked rows. */
  readonly selection?: Selection<Row> | undefined
  /** A page of {@link MAX_PAGE_SIZE} rows as the list is filtered and sorted: with it all of them can be ticked at once. */
  readonly everyRow?: ((pageNo: number) => Promise<Page<Row>>) | undefined
  /** How the list is sorted, and what changes that; null is its own order. */
  readonly sorting?: SortState
  /** What all rows of all pages add up to, in words; next to the pager. */
  readonly totals?: string
  /** What the list is narrowed by, before everything else above the table. */
  readonly filters?: ReactNode
  /** 导出 and the like, above the table at the right. */
  readonly tools?: ReactNode
  /** Above the table at the left: the buttons for selected rows. */
  readonly toolbar?: ReactNode
  /** What an empty list shows: an EmptyState with the next step. */
  readonly empty: ReactNode
}

/** See useSort(). */
export interface SortState {
  readonly value: Sort | null
  /** null: the list's own order. */
  readonly change: (sort: Sort | null) => void
}

const DEFAULT_WIDTH = 120
const SELECTION_WIDTH = 44
const ACTIONS_WIDTH = 140

/** A width in pixels at the standard size of the letters, as one that grows with them. */
function scaled(pixels: number): string {
  return `${pixels / 14}rem`
}

/**
 * A table whose pages come from the server.
 *
 * Its header stays in sight while the page scrolls. Where the window is too narrow for its columns it scrolls sideways, the
 * actions staying where they are.
 */
export function PageTable<Row extends object>(props: PageTableProps<Row>) {
  const { name, label, columns, query, paging, rowKey, rowName, actions, actionsWidth = ACTIONS_WIDTH, selection, sorting, totals, empty } = props
  const [preferences] = usePreferences()
  const hidden = hiddenColumnsOf(preferences.tables[name], columns)
  const chosen = columns.filter((column) => column.isAlwaysShown === true || !hidden.includes(column.key))
  const total = useLastTotal(query.data)
  useLastPage(paging, query)
  useFreshSelection(selection, query.data?.rows, rowKey)
  const retry = () => void query.refetch()
  const widthOf = (shown: readonly PageColumn<Row>[]) =>
    shown.reduce((sum, column) => sum + (column.width ?? DEFAULT_WIDTH), (actions ? actionsWidth : 0) + (selection ? SELECTION_WIDTH : 0))
  const place = useRef<HTMLDivElement>(null)
  const room = useRoom(place)
  const shown = fitting(chosen, (some) => widthOf(some) <= room)
  const width = widthOf(shown)
  const hasRoom = width <= room

  const order: TableProps<Row>['onChange'] = (_pages, _filters, sorter) => {
    const { columnKey, order: direction } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    const by = columns.find(({ key }) => key === columnKey)?.sort
    sorting?.change(by === undefined || !direction ? null : { by, isDescending: direction === 'descend' })
  }

  return (
    <div className={`page-table page-table-${preferences.tableDensity}${hasRoom ? ' page-table-fits' : ''}`} ref={place}>
      <Toolbar {...props} />
      {query.error && query.data ? <OutdatedNotice sentence={query.error.message} onRetry={retry} /> : null}
      <Table<Row>
        aria-label={label}
        size="small"
        rowKey={rowKey}
        columns={tableColumnsOf({ ...props, columns: shown })}
        dataSource={query.data?.rows ?? []}
        loading={{ spinning: query.isFetching, delay: 200 }}
        pagination={false}
        onChange={order}
        {...(hasRoom ? {} : { scroll: { x: scaled(width) }, sticky: { getContainer: () => place.current?.closest<HTMLElement>('.tab-pane') ?? window } })}
        tableLayout="fixed"
        locale={{
          emptyText: query.data ? (
            empty
          ) : query.error ? (
            <FailureState sentence={query.error.message} onRetry={retry} />
          ) : (
            <div className="page-table-awaited" />
          ),
        }}
        {...(selection
          ? {
              rowSelection: {
                fixed: true,
                columnWidth: scaled(SELECTION_WIDTH),
                preserveSelectedRowKeys: true,
                selectedRowKeys: [...selection.ids],
                onChange: (keys: readonly Key[]) => tick(selection, keys.map(String), query.data?.rows ?? [], rowKey),
                getCheckboxProps: (row: Row) => ({ 'aria-label': `选择 ${rowName(row)}` }),
              },
            }
          : {})}
      />
      {total === null ? null : <Pager total={total} totals={totals ?? ''} paging={paging} />}
    </div>
  )
}

/** Ticks those rows; what is not on the page is as it was when it was ticked. */
function tick<Row>({ ids, rows, change }: Selection<Row>, ticked: readonly string[], shown: readonly Row[], rowKey: (row: Row) => string): void {
  const known = new Map([...ids.map((id, index) => [id, rows[index]] as const), ...shown.map((row) => [rowKey(row), row] as const)])
  const kept = ticked.flatMap((id) => {
    const row = known.get(id)
    return row === undefined ? [] : [[id, row] as const]
  })
  change(
    kept.map(([id]) => id),
    kept.map(([, row]) => row),
  )
}

/** The table's columns as the library takes them, the actions last. */
function tableColumnsOf<Row extends object>({
  columns,
  sorting,
  actions,
  actionsWidth = ACTIONS_WIDTH,
}: Pick<PageTableProps<Row>, 'columns' | 'sorting' | 'actions' | 'actionsWidth'>) {
  const tableColumns: NonNullable<TableProps<Row>['columns']> = columns.map(
    ({ key, title, text, cell, kind = 'text', width = DEFAULT_WIDTH, isStretched = false, share, isPinned = false, sort }) => ({
      key,
      title,
      ...(sort === undefined || !sorting ? {} : sortedBy(sort, sorting.value)),
      ...(isStretched ? {} : { width: share === undefined ? scaled(width) : `${share}%` }),
      align: kind === 'number' ? 'right' : 'left',
      ellipsis: true,
      ...(isPinned ? { fixed: 'right' as const } : {}),
      ...(kind === 'text' ? {} : { className: kind === 'number' ? 'tabular page-table-number' : 'tabular' }),
      render: (_: unknown, row: Row) => (cell ? cell(row) : text(row)),
    }),
  )
  if (actions) tableColumns.push({ key: 'actions', title: '操作', width: scaled(actionsWidth), fixed: 'right', render: (_: unknown, row: Row) => actions(row) })
  return tableColumns
}

/** What makes a click on a column's title sort by it. */
function sortedBy(field: string, sort: Sort | null) {
  const order = sort?.by !== field ? null : sort.isDescending ? ('descend' as const) : ('ascend' as const)
  return { sorter: true, sortOrder: order }
}

/** The rows were fetched earlier; they could not be fetched again. */
function OutdatedNotice({ sentence, onRetry }: { readonly sentence: string; readonly onRetry: () => void }) {
  return (
    <Alert
      className="page-table-outdated"
      type="warning"
      showIcon
      title={`列表未能刷新，显示的是之前的内容：${sentence}`}
      action={
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      }
    />
  )
}

/** How many rows there are, as last heard: a page that could not be fetched does not take the pager away. Null if nothing was heard yet. */
function useLastTotal(data: Page<unknown> | undefined): number | null {
  const [total, setTotal] = useState(data?.total ?? null)
  if (data && data.total !== total) setTotal(data.total)
  return data?.total ?? total
}

/** After the last rows of the last page were deleted, the page before it is the last. */
function useLastPage<Row>({ pageNo, pageSize, show }: PageState, { data, isFetching }: PageQuery<Row>) {
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : pageNo
  useEffect(() => {
    if (!isFetching && pageNo > lastPage) show(lastPage)
  }, [isFetching, pageNo, lastPage, show])
}

/** The size of the letters in which widths are given. */
const STANDARD_LETTERS = 14

/** How wide a place is, in pixels at the standard size of the letters; without end until it is measured. */
function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => {
      const { width } = element.getBoundingClientRect()
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // A hidden tab has no width; it is as it was when it comes back.
      if (width > 0) setRoom(Math.floor((width * STANDARD_LETTERS) / letters))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return room
}

/** The columns without those that give way, as many of them as must. */
function fitting<Row>(columns: readonly PageColumn<Row>[], fits: (columns: readonly PageColumn<Row>[]) => boolean): readonly PageColumn<Row>[] {
  const yielding = columns.filter(({ givesWay }) => givesWay !== undefined).toSorted((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  let shown = columns
  for (const column of yielding) {
    if (fits(shown)) break
    shown = shown.filter((each) => each !== column)
  }
  return shown
}
