import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** Tracks unsaved input; app provides one per tab. */
export interface UnsavedMarks {
  /** Marks a part of the screen as holding unsaved input, or not. */
  readonly mark: (part: string, isUnsaved: boolean) => void
  /** The part was unmounted; if the screen was merely left, the mark stays. */
  readonly partRemoved: (part: string) => void
}

export const UnsavedContext = createContext<UnsavedMarks | null>(null)

/** Marks unsaved input while `isUnsaved`: shows the dot on the tab, and confirms before closing. */
export function useUnsaved(isUnsaved: boolean): void {
  const part = useId()
  const { mark, partRemoved } = useContext(UnsavedContext) ?? {}
  useLayoutEffect(() => {
    mark?.(part, isUnsaved)
  }, [mark, part, isUnsaved])
  useLayoutEffect(() => () => partRemoved?.(part), [partRemoved, part])
}
