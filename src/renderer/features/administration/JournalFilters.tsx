import { Select } from 'antd'
import { useState } from 'react'
import { formatTime } from '#shared/time/chinaTime.ts'
import { isUnreadable } from '#shared/time/typedTime.ts'
import type { JournalFilter } from '#shared/features/journal/contract.ts'
import { LineAct } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { DateField, type DateFieldProps } from '../../ui/date/DateField.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { actionChoices, choiceOf, chosen, kindChoices, noFilter, spanOf } from './journalFilter.ts'
import { personInWords } from './person.ts'
import styles from './administration.module.css'

interface JournalFiltersProps {
  readonly filter: JournalFilter
  /** Receives an update function rather than the new filter, since a reset and a search may follow one another before the next render. */
  readonly onChange: (change: (now: JournalFilter) => JournalFilter) => void
  /** Called if the filter is unchanged: refetches, since there may be new entries. */
  readonly onRepeat: () => void
  readonly isSearching: boolean
}

/** The journal's filters: days, activity, person, action, and words of the property, owner or content. */
export function JournalFilters({ filter, onChange, onRepeat, isSearching }: JournalFiltersProps) {
  const change = (part: Partial<JournalFilter>) => onChange((now) => ({ ...now, ...part }))
  return (
    <SearchBox
      label="房屋、产权人或内容"
      value={filter.condition}
      onSearch={(condition) => change({ condition })}
      onReset={() => onChange(() => noFilter)}
      onRepeat={onRepeat}
      isSearching={isSearching}
    >
      <DaysFilter filter={filter} onChange={change} />
      <ActivityFilter activityId={filter.activityId} onChange={(activityId) => change({ activityId })} />
      <PersonFilter username={filter.username} onChange={(username) => change({ username })} />
      <Select
        aria-label="操作类型"
        className={styles.journalAction}
        value={choiceOf(filter)}
        onChange={(choice) => change(chosen(choice))}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        options={[{ value: '', label: '全部操作' }, kindChoices, ...actionChoices]}
        listHeight={340}
      />
    </SearchBox>
  )
}

/** The day of a time in China; `''` if none. */
const dayOf = (at: number | null): string => (at === null ? '' : formatTime(at).slice(0, 10))
/** China's day that many days ago, matching the entries' times; this computer's zone may differ. */
const daysAgo = (count: number): string => dayOf(Date.now() - count * 86_400_000)

const presets = [
  { label: '今天', from: 0, to: 0 },
  { label: '昨天', from: 1, to: 1 },
  { label: '最近 7 天', from: 6, to: 0 },
  { label: '最近 30 天', from: 29, to: 0 },
] as const

type Span = Pick<JournalFilter, 'from' | 'to'>

function DaysFilter({ filter: { from, to }, onChange }: { readonly filter: JournalFilter; readonly onChange: (span: Span) => void }) {
  const [first, last] = [dayOf(from), dayOf(to)]
  const choose = (one: string, other: string) => onChange(spanOf(one === '' ? null : one, other === '' ? null : other))
  const footer = (close: () => void) =>
    presets.map(({ label, from: since, to: until }) => (
      <LineAct
        text={label}
        key={label}
        onClick={() => {
          choose(daysAgo(since), daysAgo(until))
          close()
        }}
      />
    ))
  return (
    <span className={styles.journalDays} role="group" aria-label="日期">
      <DayBox label="开始日期" day={first} onChange={(day) => choose(day, last)} footer={footer} />
      至
      <DayBox label="结束日期" day={last} onChange={(day) => choose(first, day)} footer={footer} />
    </span>
  )
}

interface DayBoxProps {
  readonly label: string
  readonly day: string
  readonly onChange: (day: string) => void
  readonly footer: DateFieldProps['footer'] & {}
}

/** A day; unreadable text is kept but does not filter. */
function DayBox({ label, day, onChange, footer }: DayBoxProps) {
  const [unread, setUnread] = useState<{ readonly text: string; readonly of: string } | null>(null)
  return (
    <DateField
      label={label}
      placeholder={label}
      precision="day"
      saysFault
      footer={footer}
      value={unread?.of === day ? unread.text : day}
      onChange={(written) => {
        const isUnread = isUnreadable(written, 'day')
        setUnread(isUnread ? { text: written, of: day } : null)
        if (!isUnread) onChange(written)
      }}
    />
  )
}

/** Number of activities listed initially; others are found by title. */
const CHOICES = 50

/** Selects an activity by title, or all. */
export function ActivityFilter({ activityId, onChange }: { readonly activityId: string; readonly onChange: (activityId: string) => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const { data, isFetching, refetch } = useEndpoint('activity.list', { query: { name: typed, pageNo: 1, pageSize: CHOICES } }, { keepsPrevious: true })
  const found = (data?.rows ?? []).map(({ id, title, estateName }) => ({ value: id, label: `${title}（${estateName}）` }))
  // The selected activity keeps its name while searching for others.
  const others = activityId === '' || found.some(({ value }) => value === activityId) ? [] : [{ value: activityId, label: chosen }]
  return (
    <Select
      aria-label="投票活动"
      className={styles.journalActivity}
      value={activityId}
      onChange={(value, option) => {
        setChosen(Array.isArray(option) ? '' : (option?.label ?? ''))
        onChange(value)
      }}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupMatchSelectWidth={false}
      onOpenChange={(isOpen) => {
        // Activities may have been added since the page was opened.
        if (isOpen) void refetch()
        else setTyped('')
      }}
      options={[{ value: '', label: '全部投票活动' }, ...others, ...found]}
      notFoundContent="没有这个投票活动"
    />
  )
}

function PersonFilter({ username, onChange }: { readonly username: string; readonly onChange: (username: string) => void }) {
  const { data } = useEndpoint('account.list', { query: { name: '', status: null, pageNo: 1, pageSize: 500 } }, { keepsPrevious: true })
  const people = (data?.rows ?? []).map((account) => ({ value: account.username, label: personInWords(account) }))
  return (
    <Select
      aria-label="操作人"
      className={styles.journalPerson}
      value={username}
      onChange={onChange}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      options={[{ value: '', label: '全部操作人' }, ...people]}
      notFoundContent="没有这个账号"
    />
  )
}
