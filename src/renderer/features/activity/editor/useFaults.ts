import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { FieldError } from '#shared/contract/envelope.ts'
import { useQuestions } from '../../../ui/question.tsx'
import { faultsOf, fieldOf, pathOf } from './activityFaults.ts'
import type { ActivityForm, FormPath } from './activityForm.ts'
import type { ActivityFormHandle } from './useActivityForm.ts'

/** Validates the form and shows its errors. */
export interface Faults {
  /** True if valid; otherwise shows all errors and scrolls to the first. */
  readonly check: () => boolean
  /** Scrolls to the first shown error, if any. */
  readonly goToFirst: () => void
  /** Shows the server's errors for individual fields. */
  readonly refuse: (failure: Failure | null) => void
}

/** Scrolls to a form's errors, in screen order. */
export function useFaults({ form, values, countFaults, tools: { idOf } }: ActivityFormHandle): Faults {
  const [wanted, setWanted] = useState<FormPath | null>(null)
  const { isAsking } = useQuestions()
  useEffect(() => {
    // An open question restores the focus when it closes.
    if (wanted === null || isAsking) return undefined
    const frame = requestAnimationFrame(() => {
      bringIntoSight(idOf(wanted))
      setWanted(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, isAsking, idOf])
  return {
    check: () => {
      const [first] = faultsOf(values)
      if (!first) return true
      showAll(form)
      setWanted(pathOf(values, first.field))
      return false
    },
    goToFirst: () => {
      const shown = form.getFieldsError().filter(({ errors }) => errors.length > 0)
      const isShown = (path: FormPath) => shown.some(({ name }) => name.join(' ') === path.join(' '))
      const own = faultsOf(values).map(({ field }) => pathOf(values, field))
      setWanted(own.find(isShown) ?? (shown[0]?.name as FormPath | undefined) ?? null)
    },
    refuse: (failure) => {
      const found = failure?.kind === 'refused' ? fieldErrors(failure.data) : []
      const faults = found.flatMap((error) => {
        const field = fieldOf(values, error)
        return field === null ? [] : [{ path: pathOf(values, field), message: error.message }]
      })
      form.setFields(faults.map(({ path, message }) => ({ name: [...path] as never, errors: [message] })))
      countFaults()
      setWanted(faults[0]?.path ?? null)
    },
  }
}

function showAll(form: FormInstance<ActivityForm>): void {
  form.validateFields().catch(() => {
    // Each field shows its own error.
  })
}

function bringIntoSight(id: string): void {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

function fieldErrors(data: unknown): FieldError[] {
  const isError = (one: unknown): one is FieldError =>
    typeof one === 'object' && one !== null && 'field' in one && 'message' in one && typeof one.field === 'string' && typeof one.message === 'string'
  return Array.isArray(data) ? data.filter(isError) : []
}
