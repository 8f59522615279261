import type { FormItemProps } from 'antd'
import { createContext, useContext, type Dispatch } from 'react'
import type { FieldName } from './activityFaults.ts'
import type { FormAction, FormPath } from './activityForm.ts'

/** What every part of the editor may do; the same object for the editor's whole life. */
export interface FormTools {
  /** Adds, orders and takes away; what a single field holds is its Form.Item's business. */
  readonly dispatch: Dispatch<FormAction>
  /** What Form.Item needs to say what is wrong with the field of that name. */
  readonly rules: (field: FieldName) => NonNullable<FormItemProps['rules']>
  /** The id that Form.Item gives to the control at that place of the form; two editors in two tabs have different ones. */
  readonly idOf: (path: FormPath) => string
  /** Files of a slot are on their way or did not arrive, or no longer. */
  readonly waitFor: (isWaiting: boolean) => void
  /** A key that no topic and no option has, for {@link FormAction}. */
  readonly newKey: () => string
}

export const FormToolsContext = createContext<FormTools | null>(null)

/** @throws Error outside of the activity editor */
export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (!tools) throw new Error('useFormTools needs the activity editor above it')
  return tools
}
