import { Form, type FormInstance, type FormProps } from 'antd'
import { useId, useRef, useState, type Dispatch } from 'react'
import { faultsOf } from './activityFaults.ts'
import { reduceForm, type ActivityForm, type FormAction } from './activityForm.ts'
import type { FormTools } from './formContext.ts'

/** The editor's form with its displayed state. */
export interface ActivityFormHandle {
  readonly form: FormInstance<ActivityForm>
  /** The current values; `initial` itself until something changes. */
  readonly values: ActivityForm
  readonly dispatch: Dispatch<FormAction>
  readonly tools: FormTools
  /** Whether a slot is waiting for a file. */
  readonly isWaiting: () => boolean
  /** Number of fields showing an error. */
  readonly faultCount: number
  /** Must be called after setting errors from outside, which antd's Form does not report. */
  readonly countFaults: () => void
  /** Props of the Form. */
  readonly props: FormProps<ActivityForm>
}

/** The activity form: values are held by antd's Form; a pure reducer adds, reorders and removes items. */
export function useActivityForm(initial: ActivityForm): ActivityFormHandle {
  const [form] = Form.useForm<ActivityForm>()
  const name = useId()
  const [values, setValues] = useState(initial)
  const [faultCount, setFaultCount] = useState(0)
  const waiting = useRef(0)
  const countFaults = () => setFaultCount(form.getFieldsError().filter(({ errors }) => errors.length > 0).length)
  // Includes values without a field: keys, ids, options of a topic that is itself voted on.
  const valuesNow = (): ActivityForm => form.getFieldsValue(true) as ActivityForm
  const tools: FormTools = {
    dispatch: (action) => {
      const before = valuesNow()
      const after = reduceForm(before, action)
      const changed = (Object.keys(after) as (keyof ActivityForm)[]).filter((key) => after[key] !== before[key])
      // Field by field: unchanged values keep their identity, so that only the changed topic re-renders.
      for (const key of changed) form.setFieldValue(key, after[key])
      if (changed.length === 0) return
      setValues(valuesNow())
      // A removed topic takes its errors along, but only once it is unmounted.
      requestAnimationFrame(countFaults)
    },
    rules: (field) => [
      {
        validator: async () => {
          const fault = faultsOf(valuesNow()).find((each) => each.field === field)
          if (fault) throw new Error(fault.message)
        },
      },
    ],
    idOf: (path) => [name, ...path].join('_'),
    waitFor: (isWaiting) => {
      waiting.current += isWaiting ? 1 : -1
    },
    newKey: () => crypto.randomUUID(),
  }
  return {
    form,
    values,
    dispatch: tools.dispatch,
    tools,
    isWaiting: () => waiting.current > 0,
    faultCount,
    countFaults,
    props: {
      form,
      name,
      initialValues: initial,
      onValuesChange: () => setValues(form.getFieldsValue(true) as ActivityForm),
      onFieldsChange: countFaults,
    },
  }
}
