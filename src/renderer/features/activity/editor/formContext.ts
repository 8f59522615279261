import type { FormItemProps } from 'antd'
import { createContext, useContext, type Dispatch } from 'react'
import type { FieldName } from './activityFaults.ts'
import type { FormAction, FormPath } from './activityForm.ts'

/** Operations available to all parts of the editor; stable for its lifetime. */
export interface FormTools {
  /** Adds, reorders and removes items; single fields are handled by Form.Item. */
  readonly dispatch: Dispatch<FormAction>
  /** The Form.Item rules that show the error of that field. */
  readonly rules: (field: FieldName) => NonNullable<FormItemProps['rules']>
  /** The id that Form.Item assigns to the control at a path; differs between editors in different tabs. */
  readonly idOf: (path: FormPath) => string
  /** Reports whether files of a slot are uploading or have failed. */
  readonly waitFor: (isWaiting: boolean) => void
  /** A new unique key for topics and options; see {@link FormAction}. */
  readonly newKey: () => string
}

export const FormToolsContext = createContext<FormTools | null>(null)

/** @throws Error outside the activity editor */
export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (!tools) throw new Error('useFormTools needs the activity editor above it')
  return tools
}
