import { isGone } from '../bridge/failure.ts'
import type { Sent } from '../bridge/useGuarded.ts'
import { namesOf, useConfirmDelete } from './useConfirmDelete.tsx'
import type { Selection } from './useSelection.ts'

interface DeleteRowsOptions<Row> {
  readonly selection: Pick<Selection<Row>, 'drop'>
  /** How a row is named in the question. */
  readonly nameOf: (row: Row) => string
  /** Deletes the rows with these ids; what went wrong it reports itself. */
  readonly send: (ids: string[]) => Promise<Sent<unknown>>
}

/** Asks before rows of a table are deleted, naming them; what is deleted, by oneself or by somebody else, is no longer selected. */
export function useDeleteRows<Row extends { readonly id: string }>({ selection, nameOf, send }: DeleteRowsOptions<Row>): (rows: readonly Row[]) => void {
  const confirmDelete = useConfirmDelete()
  return (rows) =>
    confirmDelete({
      destroyed: namesOf(rows.map(nameOf)),
      onConfirm: async () => {
        const ids = rows.map(({ id }) => id)
        const sent = await send(ids)
        // Where one of them is gone nothing tells which: a row that no list shows any more could not be unticked.
        if (sent.ok || isGone(sent.failure)) selection.drop(ids)
      },
    })
}
