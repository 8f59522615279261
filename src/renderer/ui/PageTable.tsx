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
import { TickedBand } from './pageTable/TickedBand.tsx'
import { Toolbar } from './pageTable/Toolbar.tsx'

/** The hint of a sortable header lies over the line of filters: a pointer on its way there goes through it. */
const PASSED_THROUGH = { styles: { root: { pointerEvents: 'none' } } } as const

/** A column of a server-paged table. */
export interface PageColumn<Row> {
  /** Key under which its visibility is saved. */
  readonly key: string
  readonly title: string
  /** The cell's text; truncated with a tooltip if it does not fit. */
  readonly text: (row: Row) => string
  /** The cell's contents, if more than its text. */
  readonly cell?: (row: Row) => ReactNode
  /** `number`: right-aligned, tabular figures. `time`: tabular figures, left-aligned. */
  readonly kind?: 'text' | 'number' | 'time'
  /** In px; the minimum width of a stretched column. */
  readonly width?: number
  /** True: takes the remaining width. */
  readonly isStretched?: boolean
  /** Width in percent of the table, for a column that grows but leaves most room to the stretched one. */
  readonly share?: number
  /** True: stays beside the actions while other columns scroll beneath. */
  readonly isPinned?: boolean
  /** Hidden if the window is too narrow for all columns, instead of scrolling; 1 is hidden first. */
  readonly givesWay?: number
  /** True: cannot be hidden. */
  readonly isAlwaysShown?: boolean
  /** True: hidden by default. */
  readonly isHiddenAtFirst?: boolean
  /** The endpoint's sort field for clicks on the title. */
  readonly sort?: string
}

/** The part of a `useEndpoint` result that the table uses. */
export interface PageQuery<Row> {
  readonly data: Page<Row> | undefined
  readonly error: BridgeError | null
  readonly isFetching: boolean
  /** Refetches the current page. */
  readonly refetch: () => Promise<unknown>
}

interface PageTableProps<Row> {
  /** Key under which page size and hidden columns are saved on this computer; also the key of its accessible name. */
  readonly name: string
  /** Accessible name: `小区列表`. */
  readonly label: string
  readonly columns: readonly PageColumn<Row>[]
  readonly query: PageQuery<Row>
  readonly paging: PageState
  readonly rowKey: (row: Row) => string
  /** A row's name, used as its checkbox's label. */
  readonly rowName: (row: Row) => string
  /** A row's buttons, in the fixed right column; undefined if this user has none. */
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly actionsWidth?: number
  /** undefined if this user has no actions for selected rows. */
  readonly selection?: Selection<Row> | undefined
  /** Loads a page of {@link MAX_PAGE_SIZE} rows with the list's filters and sorting; enables selecting all of them at once. */
  readonly everyRow?: ((pageNo: number) => Promise<Page<Row>>) | undefined
  /** The sorting and its setter; null means the list's own order. */
  readonly sorting?: SortState
  /** Totals over all rows of all pages, as text beside the pager. */
  readonly totals?: string
  /** The list's filters, above the table and before everything else. */
  readonly filters?: ReactNode
  /** 导出 etc., at the end of the filters' line. */
  readonly tools?: ReactNode
  /** Behind the filters: buttons for the selected rows. */
  readonly toolbar?: ReactNode
  /** Shown for an empty list: an EmptyState with the next step. */
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

/** Converts px at the standard font size to a width that scales with it. */
function scaled(pixels: number): string {
  return `${pixels / 14}rem`
}

/**
 * A server-paged table.
 *
 * The header is sticky while the page scrolls. If the window is too narrow for the columns, the table scrolls horizontally with
 * the actions fixed.
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
      {selection ? <TickedBand {...props} selection={selection} /> : null}
      <Table<Row>
        aria-label={label}
        size="small"
        rowKey={rowKey}
        columns={tableColumnsOf({ ...props, columns: shown })}
        dataSource={query.data?.rows ?? []}
        loading={{ spinning: query.isFetching, delay: 200 }}
        pagination={false}
        onChange={order}
        showSorterTooltip={PASSED_THROUGH}
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

/** Selects the rows; rows not on the page keep their data from when they were selected. */
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

/** The table's columns for the library, actions last. */
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

/** Column properties for sorting by a click on the title. */
function sortedBy(field: string, sort: Sort | null) {
  const order = sort?.by !== field ? null : sort.isDescending ? ('descend' as const) : ('ascend' as const)
  return { sorter: true, sortOrder: order }
}

/** Shown if refetching failed, so the rows may be outdated. */
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

/** The last known number of rows, so that the pager stays if a page fails to load. Null if unknown. */
function useLastTotal(data: Page<unknown> | undefined): number | null {
  const [total, setTotal] = useState(data?.total ?? null)
  if (data && data.total !== total) setTotal(data.total)
  return data?.total ?? total
}

/** Goes to the last page if the current one no longer exists after a deletion. */
function useLastPage<Row>({ pageNo, pageSize, show }: PageState, { data, isFetching }: PageQuery<Row>) {
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : pageNo
  useEffect(() => {
    if (!isFetching && pageNo > lastPage) show(lastPage)
  }, [isFetching, pageNo, lastPage, show])
}

/** Font size for which widths are given (px). */
const STANDARD_LETTERS = 14

/** An element's width in px at the standard font size; infinite until measured. */
function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => {
      const { width } = element.getBoundingClientRect()
      const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      // A hidden tab has no width; the last one is kept.
      if (width > 0) setRoom(Math.floor((width * STANDARD_LETTERS) / letters))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return room
}

/** Drops columns that give way until the rest fits. */
function fitting<Row>(columns: readonly PageColumn<Row>[], fits: (columns: readonly PageColumn<Row>[]) => boolean): readonly PageColumn<Row>[] {
  const yielding = columns.filter(({ givesWay }) => givesWay !== undefined).toSorted((one, other) => (one.givesWay ?? 0) - (other.givesWay ?? 0))
  let shown = columns
  for (const column of yielding) {
    if (fits(shown)) break
    shown = shown.filter((each) => each !== column)
  }
  return shown
}
