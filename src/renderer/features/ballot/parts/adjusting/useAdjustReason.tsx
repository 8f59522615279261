import { useState, type ReactNode } from 'react'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { ReasonField } from '../../../../ui/ReasonField.tsx'
import { askedReason } from './adjusting.ts'

interface AdjustReason {
  readonly reason: string
  /** The reason is required but still empty. */
  readonly isMissing: boolean
  /** Must be rendered in the dialog; null if no reason is required. */
  readonly field: ReactNode
}

/** The reason in a dialog that changes a roster's heads or area, required during voting. */
export function useAdjustReason(status: ActivityStatus, isDisabled: boolean): AdjustReason {
  const [typed, setTyped] = useState('')
  const asked = askedReason(status)
  const reason = typed.trim()
  return {
    reason,
    isMissing: asked !== undefined && reason === '',
    field: asked ? <ReasonField {...asked} value={typed} isDisabled={isDisabled} onChange={setTyped} /> : null,
  }
}
