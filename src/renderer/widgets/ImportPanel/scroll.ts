/** Rows that a table shows without a scroll bar of its own. */
const FEW_ROWS = 6

/** A table's own scrolling: what the window has left, but nothing for few rows, which would show an idle scroll bar. */
export function scrollOf(rowCount: number): { readonly y?: string } {
  return rowCount > FEW_ROWS ? { y: 'max(12rem, calc(100vh - 34rem))' } : {}
}
