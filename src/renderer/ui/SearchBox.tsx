import { Button, Flex, Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { searchLimit } from '#shared/text/limits.ts'
import { isComposing } from './composing.ts'

interface SearchBoxProps {
  /** What can be searched for: the placeholder and the accessible name. */
  readonly label: string
  /** The condition that the list shows now. */
  readonly value: string
  readonly onSearch: (condition: string) => void
  /** The condition is the one that is shown already: the list is asked for again, for others may have changed it. */
  readonly onRepeat: () => void
  /** Clears the other filters too; 重置 searches for everything in any case. */
  readonly onReset?: () => void
  readonly isSearching?: boolean
  /** Other filters, left of the box. */
  readonly children?: ReactNode
}

/** Searches on Enter, unless the Enter belongs to an input method, and on 查询; 重置 clears. */
export function SearchBox({ label, value, onSearch, onRepeat, onReset, isSearching = false, children }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The condition was changed from outside (a link, a reset): what was typed gives way.
    setShown(value)
    setTyped(value)
  }
  const box = useRef<InputRef>(null)
  const isShort = useIsShort(box, label.length)
  const search = (condition: string) => {
    const trimmed = condition.trim()
    setTyped(trimmed)
    if (trimmed === value) onRepeat()
    else onSearch(trimmed)
  }
  return (
    <Flex role="search" gap="small" align="center" wrap>
      {children}
      <Flex className="search-box-and-buttons" gap="small" align="center">
        <Input
          ref={box}
          className="search-box"
          style={{ '--label-length': label.length } as CSSProperties}
          aria-label={label}
          placeholder={isShort ? '查找' : label}
          title={label}
          value={typed}
          maxLength={searchLimit.max}
          allowClear
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event.nativeEvent)) search(typed)
          }}
        />
        <Button className="steady-button" type="primary" loading={isSearching ? { delay: 300 } : false} onClick={() => search(typed)}>
          查询
        </Button>
        <Button
          onClick={() => {
            onReset?.()
            // Other filters that were cleared ask by themselves.
            if (onReset && value === '') setTyped('')
            else search('')
          }}
        >
          重置
        </Button>
      </Flex>
    </Flex>
  )
}

/** Whether a box is too narrow for a placeholder of so many letters. */
function useIsShort(box: RefObject<InputRef | null>, letters: number): boolean {
  const [isShort, setIsShort] = useState(false)
  useLayoutEffect(() => {
    const input = box.current?.input
    if (!input) return undefined
    const measure = () => {
      // A hidden tab has no width; it is as it was when it comes back.
      if (input.clientWidth > 0) setIsShort(letters * Number.parseFloat(getComputedStyle(input).fontSize) > input.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(input)
    return () => observer.disconnect()
  }, [box, letters])
  return isShort
}
