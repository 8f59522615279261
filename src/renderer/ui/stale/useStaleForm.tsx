import { Form } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { useToasts } from '../../bridge/toasts.tsx'
import type { Sent } from '../../bridge/useGuarded.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { currentOf, staleFields, type FormField, type StaleField } from './staleForm.ts'

interface StaleFormOptions<S extends z.ZodType, Values extends object> {
  /** The subject's schema, as in list answers. */
  readonly schema: S
  /** The edited subject as opened; null for a new one. Another subject starts over. */
  readonly opened: z.output<S> | null
  readonly valuesOf: (subject: z.output<S>) => Values
  /** Each field's key is its name in the form. */
  readonly fields: readonly (FormField<Values> & { readonly key: keyof Values & string })[]
}

interface StaleState<Subject, Values> {
  readonly opened: Subject | null
  readonly base: Subject | null
  readonly theirs: Values | null
  readonly fields: readonly StaleField[]
}

/** Protects a form against overwriting another user's changes. */
export interface StaleFormHandle<Subject, Values> {
  /** The version that the next submit is based on: as opened, or from the last refusal. */
  readonly base: Subject | null
  /** True if saved. A refusal because another user has changed it is shown in the form, any other as a toast. */
  readonly settle: (sent: Sent<unknown>, values: Values) => boolean
  /** Must be rendered in the form, above its fields. */
  readonly notice: ReactNode
}

/**
 * A form for a subject that others may change meanwhile.
 *
 * On a conflict, changed fields keep what was typed, unchanged ones take the other user's values, and the differences are shown.
 */
export function useStaleForm<S extends z.ZodType, Values extends object>({
  schema,
  opened,
  valuesOf,
  fields,
}: StaleFormOptions<S, Values>): StaleFormHandle<z.output<S>, Values> {
  const toasts = useToasts()
  const fresh: StaleState<z.output<S>, Values> = { opened, base: opened, theirs: null, fields: [] }
  const [state, setState] = useState(fresh)
  const current = state.opened === opened ? state : fresh
  const settle = (sent: Sent<unknown>, values: Values): boolean => {
    if (sent.ok) return true
    const now = currentOf(sent.failure, schema)
    if (now === null || current.base === null) {
      if (sent.failure) toasts.failure(sent.failure)
      return false
    }
    const theirs = valuesOf(now)
    setState({ opened, base: now, theirs, fields: staleFields(fields, valuesOf(current.base), theirs, values) })
    return false
  }
  return {
    base: current.base,
    settle,
    notice: current.theirs === null ? null : <NoticeInForm theirs={current.theirs} fields={current.fields} />,
  }
}

/** The notice; also writes the other user's values to the unchanged fields. */
function NoticeInForm({ theirs, fields }: { readonly theirs: object; readonly fields: readonly StaleField[] }) {
  const form = Form.useFormInstance<object>()
  const [taken, setTaken] = useState<{ readonly of: readonly StaleField[]; readonly keys: ReadonlySet<string> }>({ of: fields, keys: new Set() })
  const keys = taken.of === fields ? taken.keys : new Set<string>()
  useEffect(() => {
    for (const { key, isTyped } of fields) if (!isTyped) setField(form, key, theirs)
  }, [form, theirs, fields])
  return (
    <StaleNotice
      fields={fields}
      taken={keys}
      onTake={({ key }) => {
        setField(form, key, theirs)
        setTaken({ of: fields, keys: new Set([...keys, key]) })
      }}
    />
  )
}

function setField(form: ReturnType<typeof Form.useFormInstance<object>>, key: string, theirs: object): void {
  const values: Readonly<Record<string, unknown>> = { ...theirs }
  form.setFieldsValue({ [key]: values[key] })
}
