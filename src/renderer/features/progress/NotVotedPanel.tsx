import { Pagination, Select } from 'antd'
import { useState } from 'react'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { ContactFilter } from '#shared/features/contact/rules.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { doorInWords, type KnownOccupancy } from '#shared/features/property/categories.ts'
import type { NotVotedProperty, NotVotedPage, NotVotedSort } from '#shared/features/result/contract.ts'
import { notVotedStateName } from '#shared/features/result/notVoted.ts'
import { shownPath } from '#shared/place/placeText.ts'
import { askServer } from '../../bridge/bridge.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob, type PrintJob } from '../../ui/print/usePrintJob.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import { useTabState } from '../../app-context/tab.ts'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { deliveryInWords, notVotedSortNames, notVotedStateNames, occupancyFilters, type NotVotedFilter, notVotedFileName } from './notVoted.ts'
import { NotVotedPaper } from './NotVotedPaper.tsx'
import { hasGrid } from './placeProgress.ts'
import styles from './notVoted.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { contactFilters, visitLine } from '../contact/parts/contactWords.ts'
import { useVisits } from '../contact/parts/useVisits.tsx'
import { ReminderButton, type Whom } from '../contact/parts/ReminderButton.tsx'
import type { VisitedBallot } from '../contact/parts/VisitDialog.tsx'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useJobDownload } from '../job/parts/useJob.tsx'
import { maskedNumbers, NumbersFields, purposeOf, type NumbersValues } from '../job/parts/WholeNumbers.tsx'

interface NotVotedPanelProps {
  readonly activity: Activity
  /** The branch selected in the tree; `''` is the whole estate. */
  readonly path: string
  readonly onOpen: (propertyId: string) => void
}

const PAGE_SIZE = 50
/** Polling intervals (ms): slower for larger parts of the estate, whose lists take longer to read. */
const INTERVALS = { building: 10_000, more: 30_000 } as const

/** 未投名单: owners in the selected branch who have not voted, with their contact data. */
export function NotVotedPanel({ activity, path, onOpen }: NotVotedPanelProps) {
  const [sort, setSort] = useTabState<NotVotedSort>('notVoted.sort', 'place')
  const [state, setState] = useTabState<NotVotedFilter['state']>('notVoted.state', 'all')
  const [contact, setContact] = useTabState<ContactFilter | 'all'>('notVoted.contact', 'all')
  const [occupancyAsked, setOccupancy] = useTabState<KnownOccupancy | 'all'>('notVoted.occupancy', 'all')
  const contactResult = contact === 'all' ? null : contact
  const occupancy = occupancyAsked === 'all' ? null : occupancyAsked
  const filterKey = `${path} ${sort} ${state} ${contact} ${occupancyAsked}`
  const [place, setPlace] = useState({ pageNo: 1, filterKey })
  const pageNo = place.filterKey === filterKey ? place.pageNo : 1
  const refetchInterval = useLiveInterval(hasGrid(path) ? INTERVALS.building : INTERVALS.more)
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useEndpoint(
    'result.notVoted',
    { query: { activityId: activity.id, path, state, sort, contactResult, occupancy, pageNo, pageSize: PAGE_SIZE } },
    { refetchInterval, keepsPrevious: true },
  )
  const filter = { path, state, sort, contactResult, occupancy }
  const visits = useVisits(activity.id)
  const paper = usePrintJob({
    name: `${activity.estateName}_${activity.title}_未投名单`,
    prepare: () => wholeList(activity.id, filter),
    render: (list, madeAt) => <NotVotedPaper activity={activity} filter={filter} list={list} madeAt={madeAt} />,
  })
  const printing = useAskedIfLong(paper, data?.total ?? 0)
  return (
    <section className={styles.notVoted} aria-label="未投名单">
      <div className={styles.head}>
        <h2>未投名单</h2>
        <PrintButtons size="small" printing={printing} reason={data?.total === 0 ? '这里没有未投的房屋' : null} />
        <NotVotedExport activity={activity} filter={filter} propertyCount={data?.total ?? 0} />
      </div>
      <div className={styles.line}>
        <p className={`${styles.totals} tabular`} role="status">
          {data ? totalsInWords(data) : ''}
        </p>
        <ReminderButton
          activity={activity}
          scope={shownPath(path) || activity.estateName}
          whom={() => remindedOf(activity.id, filter)}
          reason={data?.total === 0 ? '这里没有未投的房屋' : null}
        />
      </div>
      <div className={styles.tools}>
        <Select
          aria-label="未投名单的排序"
          value={sort}
          onChange={setSort}
          options={Object.entries(notVotedSortNames).map(([value, label]) => ({ value: value as NotVotedSort, label }))}
        />
        <Select aria-label="未投名单的状态" value={state} onChange={setState} options={notVotedStateNames.map(({ value, name }) => ({ value, label: name }))} />
        <Select aria-label="未投名单的走访" value={contact} onChange={setContact} options={[...contactFilters]} />
        <Select aria-label="未投名单的居住状态" value={occupancyAsked} onChange={setOccupancy} options={[...occupancyFilters]} />
      </div>
      <div className={styles.body} aria-busy={isPlaceholderData} tabIndex={0} role="group" aria-label={`${shownPath(path) || activity.estateName} 的未投名单`}>
        {data ? <NotVotedRows page={data} now={dataUpdatedAt} onOpen={onOpen} onVisits={visits.show} /> : <Awaited of={{ error, refetch }} />}
      </div>
      {data && data.total > PAGE_SIZE ? (
        <Pagination
          className={styles.pager}
          size="small"
          current={pageNo}
          pageSize={PAGE_SIZE}
          total={data.total}
          showSizeChanger={false}
          showLessItems
          onChange={(next) => setPlace({ pageNo: next, filterKey })}
        />
      ) : null}
      {visits.dialogs}
    </section>
  )
}

/** Properties per printed page, and the number from which printing is confirmed first. */
const ON_A_PAGE = 35
const LONG = 1_000

/** Confirms before printing a very long list, which takes time and paper. */
function useAskedIfLong(printing: PrintJob, propertyCount: number): PrintJob {
  const { ask } = useQuestions()
  const unlessLong = (begin: () => void) => () => {
    if (propertyCount < LONG) begin()
    else
      ask({
        title: '名单很长，确认继续吗？',
        detail: `名单有 ${formatCount(propertyCount)} 套，约 ${formatCount(Math.ceil(propertyCount / ON_A_PAGE))} 页，需要十几秒。可以先在左边选择楼栋或单元，分开打印`,
        confirmText: '继续',
        onConfirm: begin,
      })
  }
  return { ...printing, print: unlessLong(printing.print), savePdf: unlessLong(printing.savePdf) }
}

/** Loads all pages of the current list. */
async function wholeList(activityId: string, filter: NotVotedFilter): Promise<NotVotedPage> {
  const ask = (pageNo: number) => askServer('result.notVoted', { query: { activityId, ...filter, pageNo, pageSize: MAX_PAGE_SIZE } })
  const first = await ask(1)
  const rows = [...first.rows]
  for (let pageNo = 2; rows.length < first.total; pageNo++) {
    const next = await ask(pageNo)
    if (next.rows.length === 0) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}

/** The recipients of a reminder: the whole branch, or the ballots matching the filter. */
async function remindedOf(activityId: string, { sort, path, ...filter }: NotVotedFilter): Promise<Whom> {
  if (Object.values(filter).every((value) => value === 'all' || value === null)) return { path, ballotIds: null }
  const { rows } = await wholeList(activityId, { sort, path, ...filter })
  return { path: null, ballotIds: [...new Set(rows.map(({ ballotId }) => ballotId))] }
}

/** `25 套 · 24 票 · 1,556.75㎡`. */
function totalsInWords({ total, ballotCount, areaHundredths }: NotVotedPage): string {
  return `${formatCount(total)} 套 · ${formatCount(ballotCount)} 票 · ${formatArea(areaHundredths)}㎡`
}

interface NotVotedRowsProps {
  readonly page: NotVotedPage
  /** Epoch ms. */
  readonly now: number
  readonly onOpen: (propertyId: string) => void
  /** Shows a ballot's visits. */
  readonly onVisits: (ballot: VisitedBallot) => void
}

function NotVotedRows({ page: { rows }, now, onOpen, onVisits }: NotVotedRowsProps) {
  if (rows.length === 0) return <EmptyState text="这里没有未投的房屋" />
  return (
    <ul className={styles.rows}>
      {rows.map((property) => (
        <li key={property.rosterPropertyId}>
          <NotVotedRow property={property} now={now} onOpen={() => onOpen(property.propertyId)} onVisits={() => onVisits(property)} />
        </li>
      ))}
    </ul>
  )
}

interface NotVotedRowProps {
  readonly property: NotVotedProperty
  readonly now: number
  readonly onOpen: () => void
  readonly onVisits: () => void
}

function NotVotedRow({ property, now, onOpen, onVisits }: NotVotedRowProps) {
  const { rosterPropertyId, place, ownerName, phone, areaHundredths, ballotState, markedCode, ballotPropertyCount } = property
  const door = doorInWords(property)
  return (
    <>
      <div className={styles.line}>
        <LineAct text={place} className={styles.place} onClick={onOpen} />
        <StateTag tone={ballotState === 0 ? 'orange' : 'grey'}>{`${notVotedStateName(property)} ${markedCode}`.trim()}</StateTag>
      </div>
      <div className={styles.line}>
        <span className={styles.owner} title={ownerName}>
          {ownerName}
        </span>
        <StoredNumber of={{ kind: 'roster', id: rosterPropertyId }} kind="phone" text={phone} />
      </div>
      <div className={`${styles.line} ${styles.more}`}>
        <span>{deliveryInWords(property, now)}</span>
        <span className="tabular">
          {formatArea(areaHundredths)}㎡{ballotPropertyCount > 1 ? `，与另 ${formatCount(ballotPropertyCount - 1)} 套同票` : ''}
        </span>
      </div>
      <div className={`${styles.line} ${styles.more} ${styles.visit}`}>
        <span>
          {visitLine(property.contact, now)}
          {door === '' ? null : <span className={styles.door}>{door}</span>}
        </span>
        <LineAct call="contact.list" text="走访" of={place} onClick={onVisits} />
      </div>
    </>
  )
}

interface NotVotedExportProps {
  readonly activity: Activity
  readonly filter: NotVotedFilter
  readonly propertyCount: number
}

/** 导出 Excel: the whole list with its filter and sorting; unmasked phone numbers only with a purpose, which is journaled. */
function NotVotedExport({ activity, filter, propertyCount }: NotVotedExportProps) {
  const [isAsking, setIsAsking] = useState(false)
  const download = useJobDownload({ title: '正在导出未投名单', words: () => '正在读取并写入名单…' })
  const save = (values: NumbersValues) =>
    download.save((jobId) => ({
      endpoint: 'result.notVotedSheet',
      input: { query: { activityId: activity.id, ...filter, purpose: purposeOf(values), jobId } },
      suggestedName: notVotedFileName(activity.estateName, activity.title, new Date(), '.xlsx'),
    }))
  return (
    <>
      <Act text="导出 Excel" size="small" reason={propertyCount === 0 ? '这里没有未投的房屋' : null} onClick={() => setIsAsking(true)} />
      <FormDialog<NumbersValues>
        title="导出未投名单"
        isOpen={isAsking}
        initialValues={maskedNumbers}
        onSubmit={save}
        onClose={() => setIsAsking(false)}
        submitText="导出"
      >
        <p className={styles.exportWhat}>
          {shownPath(filter.path) || activity.estateName}，{formatCount(propertyCount)} 套，按现在的筛选和排序
        </p>
        <NumbersFields />
      </FormDialog>
      {download.dialog}
    </>
  )
}
