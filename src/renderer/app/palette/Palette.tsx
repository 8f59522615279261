import { Dialog } from '../../ui/Dialog.tsx'
import { EnterOutlined, SearchOutlined } from '@ant-design/icons'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isComposing } from '../../ui/composing.ts'
import type { PaletteEntry } from './entries.ts'
import { usePaletteGroups } from './usePaletteGroups.ts'
import './palette.css'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Visited pages, most recent first, without the current one. */
  readonly recent: readonly PaletteEntry[]
  readonly onChosen: (address: string) => void
}

/** 查找并前往 (Ctrl+K): goes to a screen, an estate, an activity or a property by keyboard. */
export function Palette({ isOpen, onClose, recent, onChosen }: PaletteProps) {
  return (
    <Dialog
      className="palette"
      title="查找并前往"
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width="min(46rem, 92vw)"
      // Above any open dialog, but below a question.
      zIndex={1400}
    >
      <Placed>
        <PaletteSearch recent={recent} onChosen={onChosen} />
      </Placed>
    </Dialog>
  )
}

/** Renders its children once the dialog is mounted, since a field can take the focus only then. */
function Placed({ children }: { readonly children: ReactNode }) {
  const [isPlaced, setIsPlaced] = useState(false)
  return (
    <div
      ref={(element) => {
        if (element) setIsPlaced(true)
      }}
    >
      {isPlaced ? children : null}
    </div>
  )
}

const MAX_TYPED = 60

function PaletteSearch({ recent, onChosen }: Pick<PaletteProps, 'recent' | 'onChosen'>) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { groups, isSearching, note } = usePaletteGroups(typed, recent)
  const entries = groups.flatMap((group) => group.entries)
  const current = Math.min(active, entries.length - 1)
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  const pressed = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }
    const step = steps[event.key]
    const entry = entries[current]
    if (step !== undefined) {
      // Single steps wrap around; page steps stop at the ends.
      const next = current + step
      setActive(Math.abs(step) === 1 ? (next + entries.length) % Math.max(entries.length, 1) : Math.min(Math.max(next, 0), entries.length - 1))
    } else if (event.key !== 'Enter') {
      return
    } else if (entry) {
      onChosen(entry.address)
    }
    event.preventDefault()
  }
  return (
    <>
      <div className="palette-box">
        <SearchOutlined aria-hidden />
        <input
          className="palette-input"
          type="text"
          role="combobox"
          aria-label="查找并前往"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={listId}
          {...(entries.length > 0 ? { 'aria-activedescendant': `${listId}-${current}` } : {})}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_TYPED}
          placeholder="页面、小区、投票活动，或房号、姓名、手机号"
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={pressed}
        />
      </div>
      <div className="palette-list" role="listbox" id={listId} aria-label="可以前往的地方" tabIndex={-1}>
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <div className="palette-group" aria-hidden>
              {group.title}
            </div>
            {group.entries.map((entry) => {
              const at = entries.indexOf(entry)
              return (
                <Entry key={entry.address} id={`${listId}-${at}`} entry={entry} isActive={at === current} onPointed={() => setActive(at)} onChosen={onChosen} />
              )
            })}
          </div>
        ))}
      </div>
      <p className="palette-words" role="status">
        {wordsUnder({ typed: typed.trim(), count: entries.length, isSearching, note })}
      </p>
      <p className="palette-keys">
        <kbd>↑</kbd> <kbd>↓</kbd> 选择　<kbd>Enter</kbd> 前往　<kbd>Esc</kbd> 关闭
      </p>
    </>
  )
}

function wordsUnder({
  typed,
  count,
  isSearching,
  note,
}: {
  readonly typed: string
  readonly count: number
  readonly isSearching: boolean
  readonly note: string
}) {
  if (isSearching) return '正在查找…'
  if (note !== '') return note
  if (count > 0) return ''
  return typed === '' ? '还没有打开过其他页面' : `没有找到“${typed}”，请换个词再查`
}

interface EntryProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly isActive: boolean
  readonly onPointed: () => void
  readonly onChosen: (address: string) => void
}

function Entry({ id, entry: { address, title, detail }, isActive, onPointed, onChosen }: EntryProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-entry"
      // Keeps the focus in the box; a list that moves under a resting mouse selects nothing.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPointed}
      onClick={() => onChosen(address)}
    >
      <span className="palette-title">{title}</span>
      <span className="palette-detail">{detail}</span>
      <EnterOutlined className="palette-enter" aria-hidden />
    </div>
  )
}
