import { Button, Flex, Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { searchLimit } from '#shared/text/limits.ts'
import { isComposing } from './composing.ts'

interface SearchBoxProps {
  /** What can be searched: placeholder and accessible name. */
  readonly label: string
  /** The condition currently applied to the list. */
  readonly value: string
  readonly onSearch: (condition: string) => void
  /** Called if the condition is unchanged: refetches the list, since it may have changed. */
  readonly onRepeat: () => void
  /** Resets the other filters too; 重置 always clears the search. */
  readonly onReset?: () => void
  readonly isSearching?: boolean
  /** Other filters, left of the box. */
  readonly children?: ReactNode
}

/** Searches on 查询 and on Enter, unless the Enter belongs to an input method; 重置 clears. */
export function SearchBox({ label, value, onSearch, onRepeat, onReset, isSearching = false, children }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The condition was changed from outside (a link, a reset), which overrides the typed text.
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
            // Resetting the other filters triggers a fetch by itself.
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
      // A hidden tab has no width; the last one is kept.
      if (input.clientWidth > 0) setIsShort(letters * Number.parseFloat(getComputedStyle(input).fontSize) > input.clientWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(input)
    return () => observer.disconnect()
  }, [box, letters])
  return isShort
}
