import { useState, type Dispatch, type ReactNode } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import { Activity } from '#shared/features/activity/contract.ts'
import { StaleNotice } from '../../../ui/stale/StaleNotice.tsx'
import { currentOf, staleFields, type StaleField } from '../../../ui/stale/staleForm.ts'
import { formOf } from './activityDraft.ts'
import type { ActivityForm, FormAction } from './activityForm.ts'
import { activityParts, mergedForm, withPart } from './activityStale.ts'

type Stored = Pick<Activity, 'id' | 'version'>
interface Stale {
  readonly stored: Stored
  readonly theirs: ActivityForm
  readonly fields: readonly StaleField[]
  readonly taken: ReadonlySet<string>
}

interface StaleActivityOptions {
  readonly form: ActivityForm
  readonly initial: ActivityForm
  /** The edited activity; null for a new one. */
  readonly stored: Stored | null
  readonly estates: readonly { readonly id: string; readonly name: string }[]
  readonly dispatch: Dispatch<FormAction>
}

/** The editor of an activity that another user may change meanwhile; see useStaleForm(). */
export function useStaleActivity({ form, initial, stored, estates, dispatch }: StaleActivityOptions): {
  /** The version that the next submit is based on. */
  readonly base: Stored | null
  /** True if the failure is a conflict with another user's change: it is shown, and their changes are in the form. */
  readonly takeStale: (failure: Failure | null) => boolean
  readonly notice: ReactNode
} {
  const [stale, setStale] = useState<Stale | null>(null)
  const parts = activityParts((id) => estates.find((estate) => estate.id === id)?.name ?? '')
  const takeStale = (failure: Failure | null): boolean => {
    const current = currentOf(failure, Activity)
    if (current === null) return false
    const [opened, theirs] = [stale?.theirs ?? initial, formOf(current)]
    setStale({ stored: current, theirs, fields: staleFields(parts, opened, theirs, form), taken: new Set() })
    dispatch({ type: 'replaced', form: mergedForm(parts, opened, theirs, form) })
    return true
  }
  const take = ({ key }: StaleField) => {
    const part = parts.find((each) => each.key === key)
    if (stale === null || part === undefined) return
    dispatch({ type: 'replaced', form: withPart(part, form, stale.theirs) })
    setStale({ ...stale, taken: new Set([...stale.taken, key]) })
  }
  return {
    base: stale?.stored ?? stored,
    takeStale,
    notice: stale === null ? null : <StaleNotice fields={stale.fields} taken={stale.taken} onTake={take} />,
  }
}
