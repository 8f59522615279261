import { Form, type FormInstance, type FormProps } from 'antd'
import { useId, useRef, useState, type Dispatch } from 'react'
import { faultsOf } from './activityFaults.ts'
import { reduceForm, type ActivityForm, type FormAction } from './activityForm.ts'
import type { FormTools } from './formContext.ts'

/** The editor's form, with what is shown of it. */
export interface ActivityFormHandle {
  readonly form: FormInstance<ActivityForm>
  /** What the form holds now; `initial` itself until something is changed. */
  readonly values: ActivityForm
  readonly dispatch: Dispatch<FormAction>
  readonly tools: FormTools
  /** Whether a slot waits for a file. */
  readonly isWaiting: () => boolean
  /** How many fields show a fault. */
  readonly faultCount: number
  /** To be called where faults were set from outside: antd's Form does not notify anyone. */
  readonly countFaults: () => void
  /** For the Form itself. */
  readonly props: FormProps<ActivityForm>
}

/** The form of an activity: antd's Form holds it, a pure reducer adds, orders and takes away. */
export function useActivityForm(initial: ActivityForm): ActivityFormHandle {
  const [form] = Form.useForm<ActivityForm>()
  const name = useId()
  const [values, setValues] = useState(initial)
  const [faultCount, setFaultCount] = useState(0)
  const waiting = useRef(0)
  const countFaults = () => setFaultCount(form.getFieldsError().filter(({ errors }) => errors.length > 0).length)
  // Parts that are on no field are among them: keys, ids, options of a topic that is voted on itself.
  const valuesNow = (): ActivityForm => form.getFieldsValue(true) as ActivityForm
  const tools: FormTools = {
    dispatch: (action) => {
      const before = valuesNow()
      const after = reduceForm(before, action)
      const changed = (Object.keys(after) as (keyof ActivityForm)[]).filter((key) => after[key] !== before[key])
      // One by one: what has not changed stays the same object, so that only the changed topic is rendered again.
      for (const key of changed) form.setFieldValue(key, after[key])
      if (changed.length === 0) return
      setValues(valuesNow())
      // A topic that goes takes its faults along, once it is gone.
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
