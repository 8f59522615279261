import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** Where unsaved input is noted; given by app, for each tab its own. */
export interface UnsavedMarks {
  /** Marks one part of the screen as holding unsaved input, or no longer. */
  readonly mark: (part: string, isUnsaved: boolean) => void
  /** The part is no longer rendered; a screen that was merely left keeps its mark. */
  readonly partRemoved: (part: string) => void
}

export const UnsavedContext = createContext<UnsavedMarks | null>(null)

/** Notes unsaved input while `isUnsaved`: the dot on the tab, and the question before it closes. */
export function useUnsaved(isUnsaved: boolean): void {
  const part = useId()
  const { mark, partRemoved } = useContext(UnsavedContext) ?? {}
  useLayoutEffect(() => {
    mark?.(part, isUnsaved)
  }, [mark, part, isUnsaved])
  useLayoutEffect(() => () => partRemoved?.(part), [partRemoved, part])
}
