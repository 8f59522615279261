import { isGone } from '../bridge/failure.ts'
import type { Sent } from '../bridge/useGuarded.ts'
import { namesOf, useConfirmDelete } from './useConfirmDelete.tsx'
import type { Selection } from './useSelection.ts'

interface DeleteRowsOptions<Row> {
  readonly selection: Pick<Selection<Row>, 'drop'>
  /** A row's name in the question. */
  readonly nameOf: (row: Row) => string
  /** Deletes the rows with these ids; reports failures itself. */
  readonly send: (ids: string[]) => Promise<Sent<unknown>>
}

/** Confirms the deletion of table rows, naming them; deselects rows that were deleted, also by another user. */
export function useDeleteRows<Row extends { readonly id: string }>({ selection, nameOf, send }: DeleteRowsOptions<Row>): (rows: readonly Row[]) => void {
  const confirmDelete = useConfirmDelete()
  return (rows) =>
    confirmDelete({
      destroyed: namesOf(rows.map(nameOf)),
      onConfirm: async () => {
        const ids = rows.map(({ id }) => id)
        const sent = await send(ids)
        // If one is already gone, it is unknown which: a row no longer listed could not be deselected.
        if (sent.ok || isGone(sent.failure)) selection.drop(ids)
      },
    })
}
