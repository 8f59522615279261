import { namesOf, useConfirmDelete } from './useConfirmDelete.tsx'
import type { Selection } from './useSelection.ts'

interface DeleteRowsOptions<Row> {
  readonly selection: Pick<Selection<Row>, 'drop'>
  /** How a row is named in the question. */
  readonly nameOf: (row: Row) => string
  /** Deletes the rows with these ids; what went wrong it reports itself. */
  readonly send: (ids: string[]) => Promise<{ readonly ok: boolean }>
  /** What was shown may be out of date. */
  readonly onRefused?: () => void
}

/** Asks before rows of a table are deleted, naming them; what is deleted is no longer selected. */
export function useDeleteRows<Row extends { readonly id: string }>({
  selection,
  nameOf,
  send,
  onRefused,
}: DeleteRowsOptions<Row>): (rows: readonly Row[]) => void {
  const confirmDelete = useConfirmDelete()
  return (rows) =>
    confirmDelete({
      destroyed: namesOf(rows.map(nameOf)),
      onConfirm: async () => {
        const ids = rows.map(({ id }) => id)
        const { ok } = await send(ids)
        if (ok) selection.drop(ids)
        else onRefused?.()
      },
    })
}
