import type { ReactNode } from 'react'
import { Estate } from '#shared/features/estate/contract.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { propertyPaths } from '../../app-context/paths.ts'
import { useSend } from '../../bridge/useSend.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useStaleForm } from '../../ui/stale/useStaleForm.tsx'
import { comparedFields, draftOf, valuesOf, type EstateFormValues } from './estateForm.ts'

export interface SaveEstate {
  /** True if saved; a refusal was already reported. */
  readonly submit: (values: EstateFormValues) => Promise<boolean>
  readonly isSaving: boolean
  /** Must be rendered in the form: another user's changes. */
  readonly notice: ReactNode
}

/** Adds an estate, then leads on to its properties, or updates the given one. */
export function useSaveEstate(estate: Estate | null): SaveEstate {
  const navigate = useNavigate()
  const toasts = useToasts()
  const add = useSend('estate.save', { refreshes: ['estate.list', 'estate.all'] })
  const change = useSend('estate.update', { refreshes: ['estate.list', 'estate.all'], success: '修改成功', errors: 'caller' })
  const stale = useStaleForm({ schema: Estate, opened: estate, valuesOf, fields: comparedFields })
  return {
    submit: async (values) => {
      if (stale.base === null) {
        const added = await add.send({ body: draftOf(values) })
        if (added.ok) {
          const { id } = added.value
          const act = () => navigate(propertyPaths.ofEstate(id))
          toasts.notice({ key: 'next', title: '提交成功', detail: '', actions: [{ label: '下一步：导入房产', act }] })
        }
        return added.ok
      }
      const { id, version } = stale.base
      return stale.settle(await change.send({ body: { id, version, ...draftOf(values) } }), values)
    },
    isSaving: add.isSending || change.isSending,
    notice: stale.notice,
  }
}
