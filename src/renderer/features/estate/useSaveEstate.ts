import { useSend } from '../../bridge/useSend.ts'
import { draftOf, type EstateFormValues } from './estateForm.ts'

export interface SaveEstate {
  /** True when it is saved; a refusal has been told by then. */
  readonly submit: (values: EstateFormValues) => Promise<boolean>
  readonly isSaving: boolean
}

/** Adds an estate, or changes the one of that id. */
export function useSaveEstate(id: string | null): SaveEstate {
  const add = useSend('estate.save', { refreshes: ['estate.list', 'estate.all'], success: '提交成功' })
  const change = useSend('estate.update', { refreshes: ['estate.list', 'estate.all'], success: '修改成功' })
  return {
    submit: async (values) => (id === null ? await add.send({ body: draftOf(values) }) : await change.send({ body: { id, ...draftOf(values) } })).ok,
    isSaving: add.isSending || change.isSending,
  }
}
