import { WarningFilled } from '@ant-design/icons'
import { Switch } from 'antd'
import { useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { MAX_FOUND_VOTERS } from '#shared/features/ballot/rules.ts'
import { codeLabels } from '#shared/features/paper/rules.ts'
import { searchTerms, type SearchTerm } from '#shared/search/condition.ts'
import { nameMarks, writtenPlaceMarks } from '#shared/search/marks.ts'
import { searchLimit } from '#shared/text/limits.ts'
import { BallotStateTag } from '../ballot/parts/BallotStateTag.tsx'
import { FoundNumber } from '../ballot/parts/FoundNumber.tsx'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { formatArea } from '../../ui/numbers.ts'
import type { DeskAction } from './desk.ts'
import type { Desk, DeskVoter } from './deskState.ts'
import { codeOfMark, deskMessages } from './modes.ts'
import { SEARCH_BOX } from './useDeskKeys.ts'
import styles from './desk.module.css'

const BY_CODE = `按${codeLabels.either}查找`

interface SearchBarProps {
  readonly desk: Desk
  readonly dispatch: (action: DeskAction) => void
  readonly box: RefObject<HTMLInputElement | null>
}

/** Searches for the owner while typing; the desk itself handles the selection keys. */
export function SearchBar({ desk, dispatch, box }: SearchBarProps) {
  const { mode, term, isByCode, search, found, searchFailure, isListOpen, highlighted } = desk
  const listId = useId()
  const placeholder = isByCode ? `扫描或输入${codeLabels.either}` : '房号 / 姓名 / 手机号 / 证件号'
  const voters = found?.voters ?? []
  return (
    <div className={styles.search} role="search">
      <label className={styles.searchLabel} htmlFor={`${listId}-box`}>
        找业主
      </label>
      <div className={styles.searchPlace}>
        <input
          ref={box}
          id={`${listId}-box`}
          data-desk={SEARCH_BOX}
          className={`${styles.input} ${styles.searchBox}`}
          type="text"
          role="combobox"
          aria-expanded={isListOpen}
          aria-autocomplete="list"
          {...(isListOpen && voters.length > 0 ? { 'aria-controls': listId } : {})}
          {...(isListOpen && highlighted !== null ? { 'aria-activedescendant': `${listId}-${highlighted}` } : {})}
          autoComplete="off"
          spellCheck={false}
          maxLength={searchLimit.max}
          placeholder={placeholder}
          value={term}
          onChange={({ target, nativeEvent }) =>
            dispatch({ type: 'typed', text: target.value, isComposing: 'isComposing' in nativeEvent && nativeEvent.isComposing === true })
          }
          onCompositionEnd={({ currentTarget }) => dispatch({ type: 'typed', text: currentTarget.value, isComposing: false })}
          onBlur={() => dispatch({ type: 'listLeft' })}
        />
        {isListOpen ? (
          <div className={styles.found} data-testid="found">
            {voters.length > 0 ? (
              <FoundList id={listId} voters={voters} searched={search.isByCode ? '' : search.text} highlighted={highlighted} dispatch={dispatch} />
            ) : null}
            {searchFailure !== null ? (
              <p className={`${styles.foundWords} ${styles.foundFailed}`} role="alert">
                <WarningFilled aria-hidden /> {withRetryKey(searchFailure)}
              </p>
            ) : found === null ? (
              <p className={`${styles.foundWords} ${styles.foundWaiting}`}>正在查找…</p>
            ) : voters.length === 0 ? (
              <p className={styles.foundWords}>{isByCode ? `${deskMessages.unknownCode}：${search.text}` : '没有找到业主，请换个条件再查'}</p>
            ) : (
              <p className={styles.foundKeys}>
                {keysInWords(voters.length, highlighted)}
                {voters.length >= MAX_FOUND_VOTERS ? `；只列出前 ${MAX_FOUND_VOTERS} 条，请输入更多条件` : ''}
              </p>
            )}
          </div>
        ) : null}
      </div>
      {mode === 'tally' ? (
        <label className={styles.searchSwitch}>
          <Switch size="small" aria-label={BY_CODE} checked={isByCode} onChange={(checked) => dispatch({ type: 'codeSwitched', isByCode: checked })} />
          {BY_CODE}
        </label>
      ) : null}
    </div>
  )
}

/** The keys that choose from the list: Enter alone only if there is a certain match. */
function keysInWords(count: number, highlighted: number | null): string {
  if (highlighted === null) return `有 ${count} 位符合，用 ↑ ↓ 选择后按 Enter 确认`
  return count === 1 ? 'Enter 确认' : 'Enter 确认，↑ ↓ 另选'
}

/** The message with a hint at the retry key, without repeating itself. */
function withRetryKey(sentence: string): string {
  return sentence.includes('重试') ? sentence.replace('重试', '按 Enter 重试') : `${sentence}（按 Enter 重试）`
}

interface FoundListProps {
  readonly id: string
  readonly voters: readonly DeskVoter[]
  /** The search text, highlighted in names, numbers and places. */
  readonly searched: string
  readonly highlighted: number | null
  readonly dispatch: (action: DeskAction) => void
}

function FoundList({ id, voters, searched, highlighted, dispatch }: FoundListProps) {
  const terms = searchTerms(searched)
  return (
    <ul className={styles.foundList} role="listbox" id={id} aria-label="找到的业主">
      {voters.map((voter, index) => (
        <FoundRow key={voter.rosterPropertyId} id={`${id}-${index}`} voter={voter} terms={terms} isHighlighted={index === highlighted} dispatch={dispatch} />
      ))}
    </ul>
  )
}

interface FoundRowProps {
  readonly id: string
  readonly voter: DeskVoter
  readonly terms: readonly SearchTerm[]
  readonly isHighlighted: boolean
  readonly dispatch: (action: DeskAction) => void
}

function FoundRow({ id, voter, terms, isHighlighted, dispatch }: FoundRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (isHighlighted) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isHighlighted])
  const { place, ownerName, initials, areaHundredths, sharedProperties } = voter
  const sharedPropertyCount = voter.sharedPropertyCount ?? sharedProperties.length
  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={isHighlighted}
      className={styles.foundRow}
      // Keeps the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => dispatch({ type: 'chosen', voter })}
    >
      <span className={styles.foundPlace} data-testid="found-place" title={place}>
        <MarkedText text={place} ranges={writtenPlaceMarks(terms, place)} />
      </span>
      <span className={styles.foundOwner} title={ownerName}>
        <MarkedText text={ownerName} ranges={nameMarks(terms, ownerName, initials)} /> <FoundNumber terms={terms} voter={voter} />
      </span>
      <span className={`${styles.foundArea} tabular`}>{formatArea(areaHundredths)}㎡</span>
      <span className={styles.foundShared}>{sharedPropertyCount > 0 ? `票权 ${sharedPropertyCount + 1} 套` : ''}</span>
      <BallotStateTag className={styles.ballotState} ballot={voter} markedCode={codeOfMark(voter)} />
    </li>
  )
}
