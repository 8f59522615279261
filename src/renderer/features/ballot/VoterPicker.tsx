import { WarningFilled } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { Voter } from '#shared/features/ballot/contract.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { BallotStateTag } from '../../widgets/BallotStateTag.tsx'
import { isComposing } from '../../widgets/composing.ts'
import { formatArea } from '../../widgets/numbers.ts'
import { useSettled } from '../../widgets/useSettled.ts'

const MAX_SEARCH = 100
/** The most that a search answers (`wire.md` section 6). */
const MAX_FOUND = 50

interface FoundOption {
  readonly value: string
  readonly label: string
  readonly voter: Voter
}

interface VoterPickerProps {
  readonly label: string
  readonly activityId: string
  /** The chosen property; null where none is. */
  readonly value: Voter | null
  readonly onChange: (voter: Voter | null) => void
}

/**
 * Finds a property of the roster as one types: by name, phone, ID number or place.
 *
 * An empty term asks nothing (`console.md` section 2), nor do the letters that an input method still composes.
 */
export function VoterPicker({ label, activityId, value, onChange }: VoterPickerProps) {
  const [typed, setTyped] = useState('')
  const term = useSettled(typed.trim())
  const composing = useRef(false)
  const query = useEndpoint(
    'voting.findVoters',
    { query: { activityId, location: '', condition: term } },
    { enabled: term !== '', keptMs: 0, errors: 'caller' },
  )
  const found = term === '' || typed.trim() === '' ? [] : (query.data ?? [])
  const options = found.map((voter): FoundOption => ({ value: voter.rosterPropertyId, label: `${voter.place} ${voter.ownerName}`, voter }))
  const isFailed = typed.trim() !== '' && typed.trim() === term && query.isError && !query.isFetching && query.data === undefined
  const take = (text: string) => setTyped(text.slice(0, MAX_SEARCH))
  return (
    <div
      className="voter-picker"
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        if (event.target instanceof HTMLInputElement) take(event.target.value)
      }}
      onKeyDownCapture={(event) => {
        // The Enter that ends a word of the input method chooses no property.
        if (isComposing(event.nativeEvent)) event.stopPropagation()
        else if (event.key === 'Enter' && isFailed) void query.refetch()
      }}
    >
      <span className="voter-picker-label" aria-hidden>
        {label}
      </span>
      <Select<string, FoundOption>
        className="voter-picker-select"
        aria-label={label}
        placeholder="输入姓名、手机号、证件号或房号查找"
        allowClear
        value={value ? value.rosterPropertyId : null}
        showSearch={{
          filterOption: false,
          onSearch: (text) => {
            if (!composing.current) take(text)
          },
        }}
        {...(value === null ? {} : { labelRender: () => `${value.place}　${value.ownerName}` })}
        options={options}
        optionRender={foundVoter}
        onChange={(id) => {
          onChange(found.find(({ rosterPropertyId }) => rosterPropertyId === id) ?? null)
          setTyped('')
        }}
        onOpenChange={(isOpen) => {
          if (!isOpen) setTyped('')
        }}
        // A full answer may not be all.
        popupRender={found.length >= MAX_FOUND ? withMore : (menu) => menu}
        notFoundContent={isFailed ? <FailedSearch sentence={query.error.message} onRetry={() => void query.refetch()} /> : emptyText(typed.trim(), query)}
      />
    </div>
  )
}

function emptyText(term: string, { data, isFetching }: { readonly data: unknown; readonly isFetching: boolean }): ReactNode {
  if (term === '') return '请输入姓名、手机号、证件号或房号'
  if (isFetching) return '正在查找…'
  return data === undefined ? '正在查找…' : `没有找到“${term}”`
}

/** The search failed: why, and again at a click or at Enter. */
function FailedSearch({ sentence, onRetry }: { readonly sentence: string; readonly onRetry: () => void }) {
  return (
    <div className="voter-picker-failed" role="alert">
      <WarningFilled aria-hidden />
      <span className="voter-picker-sentence">{sentence}</span>
      <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

function withMore(menu: ReactElement) {
  return (
    <>
      {menu}
      <div className="voter-picker-more">只显示前 {MAX_FOUND} 条，请多输入几个字</div>
    </>
  )
}

function foundVoter({ data: { voter } }: { readonly data: FoundOption }) {
  return (
    <span className="found-voter">
      <span className="found-voter-place">{voter.place}</span>
      <span className="found-voter-owner">{voter.ownerName}</span>
      <span className="found-voter-area tabular">{formatArea(voter.areaHundredths)}㎡</span>
      <BallotStateTag ballot={voter} />
    </span>
  )
}
