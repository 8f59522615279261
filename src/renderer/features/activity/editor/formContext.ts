import { createContext, useContext, type Dispatch } from 'react'
import type { FieldName } from './activityFaults.ts'
import type { FormAction } from './activityForm.ts'

/** What every part of the editor may do; the same object for the editor's whole life. */
export interface FormTools {
  readonly dispatch: Dispatch<FormAction>
  /** The user has left the field: what is wrong with it may be said. */
  readonly touch: (field: FieldName) => void
  /** An element's id; two editors in two tabs have different ones. */
  readonly idOf: (field: FieldName) => string
  /** Files of a slot are on their way or did not arrive, or no longer. */
  readonly waitFor: (isWaiting: boolean) => void
  readonly newKey: () => string
}

export const FormToolsContext = createContext<FormTools | null>(null)

export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (!tools) throw new Error('useFormTools needs the activity editor above it')
  return tools
}

/** The faults to be shown now, by field. */
export type ShownFaults = ReadonlyMap<FieldName, string>
