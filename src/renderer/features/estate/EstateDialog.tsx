import type { Estate } from '#shared/features/estate/contract.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { EstateFields } from './EstateFields.tsx'
import { valuesOf, type EstateFormValues } from './estateForm.ts'
import { useSaveEstate } from './useSaveEstate.ts'

export interface EstateDialogState {
  readonly isOpen: boolean
  /** The estate to edit; null adds one. Stays while the dialog closes, so that its title does not change on the way out. */
  readonly estate: Estate | null
}

/** The estate form over the list. */
export function EstateDialog({ isOpen, estate, onClose }: EstateDialogState & { readonly onClose: () => void }) {
  const save = useSaveEstate(estate)
  return (
    <FormDialog<EstateFormValues>
      title={estate ? '编辑小区' : '新增小区'}
      isOpen={isOpen}
      initialValues={estate ? valuesOf(estate) : {}}
      onSubmit={save.submit}
      onClose={onClose}
    >
      {save.notice}
      <EstateFields />
    </FormDialog>
  )
}
