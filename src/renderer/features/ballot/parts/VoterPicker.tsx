import { WarningFilled } from '@ant-design/icons'
import { Select } from 'antd'
import { useRef, useState, type ReactElement, type ReactNode } from 'react'
import type { FoundVoter, Voter } from '#shared/features/ballot/contract.ts'
import { MAX_FOUND_VOTERS } from '#shared/features/ballot/rules.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import { searchTerms, type SearchTerm } from '#shared/search/condition.ts'
import { nameMarks, writtenPlaceMarks } from '#shared/search/marks.ts'
import { searchLimit } from '#shared/text/limits.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { BallotStateTag } from './BallotStateTag.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { FoundNumber } from './FoundNumber.tsx'
import { MarkedText } from '../../../ui/MarkedText.tsx'
import { certainMatch } from './certainMatch.ts'
import { formatArea } from '../../../ui/numbers.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import styles from './voterPicker.module.css'

/** A voter from a search, or from a paper's code. */
type PickedVoter = Voter & Partial<Pick<FoundVoter, 'initials' | 'isExact'>>

interface VoterOption {
  readonly value: string
  readonly label: string
  readonly voter: PickedVoter
  /** The search terms. */
  readonly terms: readonly SearchTerm[]
}

interface VoterPickerProps {
  readonly label: string
  readonly activityId: string
  /** The selected property; null if none. */
  readonly value: Voter | null
  readonly onChange: (voter: Voter | null) => void
  /** As a form field, the label is above it, with an asterisk if required; otherwise beside it. */
  readonly inForm?: 'required' | 'optional'
  /** True: also finds ballots by paper code. */
  readonly findsCodes?: boolean
}

/**
 * Searches roster properties while typing: by name, phone, ID number or place.
 *
 * Does not search for an empty term (`console.md` section 2), nor for letters still being composed by an input method.
 */
export function VoterPicker({ label, activityId, value, onChange, inForm, findsCodes = false }: VoterPickerProps) {
  const [typed, setTyped] = useState('')
  const term = useDebounced(typed.trim())
  const composing = useRef(false)
  /** The option that Enter chooses. */
  const active = useRef<string | null>(null)
  const search = useSearch(activityId, term, findsCodes)
  // Results for an earlier term must not be chosen with the current one.
  const found = term === '' || typed.trim() !== term ? [] : search.found
  const terms = searchTerms(term)
  const options = found.map((voter): VoterOption => ({ value: voter.rosterPropertyId, label: `${voter.place} ${voter.ownerName}`, voter, terms }))
  const failure = typed.trim() !== '' && typed.trim() === term ? search.failure : null
  const take = (text: string) => setTyped(text.slice(0, searchLimit.max))
  return (
    <div
      className={inForm === undefined ? styles.voterPicker : inForm === 'required' ? styles.requiredField : styles.field}
      data-testid="voter-picker"
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={(event) => {
        composing.current = false
        if (event.target instanceof HTMLInputElement) take(event.target.value)
      }}
      onKeyDownCapture={(event) => {
        // The Enter that ends an input method's composition chooses no property.
        if (isComposing(event.nativeEvent)) event.stopPropagation()
        else if (event.key === 'Enter' && failure !== null) search.retry()
        else if (event.key === 'Enter' && typed.trim() !== '' && active.current === null) {
          // No certain match: the list stays open with its first option active for the next Enter.
          event.preventDefault()
          event.stopPropagation()
          if (found.length > 0) pressArrowDown(event.target)
        }
      }}
    >
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <Select<string, VoterOption>
        className={styles.select}
        aria-label={label}
        placeholder={searchedIn(findsCodes)}
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
        defaultActiveFirstOption={certainMatch(found) !== null}
        onActive={(option) => {
          active.current = typeof option === 'string' ? option : null
        }}
        optionRender={foundOption}
        onChange={(id) => {
          onChange(found.find(({ rosterPropertyId }) => rosterPropertyId === id) ?? null)
          setTyped('')
        }}
        onOpenChange={(isOpen) => {
          if (!isOpen) setTyped('')
        }}
        // A full page of results may be incomplete.
        popupRender={found.length >= MAX_FOUND_VOTERS ? withMore : (menu) => menu}
        notFoundContent={failure === null ? emptyText(typed.trim(), search, findsCodes) : <FailedSearch sentence={failure} onRetry={search.retry} />}
      />
    </div>
  )
}

interface SearchAnswer {
  readonly found: readonly PickedVoter[]
  /** Whether all requests are answered. */
  readonly isAnswered: boolean
  /** Why the search must be repeated; null if not. */
  readonly failure: string | null
  /** The server's message for a code no longer in use; `''` otherwise. */
  readonly codeRefusal: string
  readonly retry: () => void
}

/** Voters matching a term; the owner of a matching code comes first, without duplicate. */
function useSearch(activityId: string, term: string, findsCodes: boolean): SearchAnswer {
  const options = { keptMs: 0 } as const
  const others = useEndpoint('voting.findVoters', { query: { activityId, location: '', condition: term } }, { enabled: term !== '', ...options })
  const isCode = findsCodes && term !== ''
  const ofCode = useEndpoint('voting.votersByMarkedCode', { query: { activityId, markedCode: term } }, { enabled: isCode, ...options })
  const first = isCode ? (ofCode.data ?? []).map((voter) => ({ ...voter, isExact: true as const })) : []
  const rest = (others.data ?? []).filter(({ rosterPropertyId }) => first.every((voter) => voter.rosterPropertyId !== rosterPropertyId))
  return {
    found: [...first, ...rest],
    isAnswered: others.data !== undefined && !others.isFetching && !(isCode && ofCode.isFetching),
    failure: others.isError && !others.isFetching && others.data === undefined ? others.error.message : null,
    codeRefusal: isCode && ofCode.isError && !ofCode.isFetching ? ofCode.error.message : '',
    retry: () => {
      void others.refetch()
      if (isCode) void ofCode.refetch()
    },
  }
}

/** Simulates the arrow key to activate the select's next option. */
function pressArrowDown(box: EventTarget): void {
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40, bubbles: true, cancelable: true }))
}

const searchedIn = (findsCodes: boolean): string => (findsCodes ? `姓名、手机号、证件号、房号或${codeLabels.either}` : '姓名、手机号、证件号或房号')

function emptyText(term: string, { isAnswered, codeRefusal }: SearchAnswer, findsCodes: boolean): ReactNode {
  if (term === '') return `请输入${searchedIn(findsCodes)}`
  if (!isAnswered) return '正在查找…'
  return codeRefusal === '' ? `没有找到“${term}”` : codeRefusal
}

/** Shows why the search failed; repeats it on click or Enter. */
function FailedSearch({ sentence, onRetry }: { readonly sentence: string; readonly onRetry: () => void }) {
  return (
    <div className={styles.failed} role="alert">
      <WarningFilled aria-hidden />
      <span className={styles.sentence}>{sentence}</span>
      <Act text="重试" size="small" onMouseDown={(event) => event.preventDefault()} onClick={onRetry} />
    </div>
  )
}

function withMore(menu: ReactElement) {
  return (
    <>
      {menu}
      <div className={styles.more}>只显示前 {MAX_FOUND_VOTERS} 条，请多输入几个字</div>
    </>
  )
}

function foundOption({ data: { voter, terms } }: { readonly data: VoterOption }) {
  const { place, ownerName, initials, areaHundredths } = voter
  return (
    <span className={styles.foundVoter} data-testid="found-voter">
      <span className={styles.foundVoterPlace}>
        <MarkedText text={place} ranges={writtenPlaceMarks(terms, place)} />
      </span>
      <span className={styles.foundVoterOwner}>
        <MarkedText text={ownerName} ranges={nameMarks(terms, ownerName, initials)} /> <FoundNumber terms={terms} voter={voter} />
      </span>
      <span className={`${styles.foundVoterArea} tabular`}>{formatArea(areaHundredths)}㎡</span>
      <BallotStateTag ballot={voter} />
    </span>
  )
}
