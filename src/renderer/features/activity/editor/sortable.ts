/**
 * Where a dragged item would land: its position in the list once it is let go.
 *
 * @param middles the items' middles from top to bottom, the dragged one's among them
 * @param from the dragged item's position
 * @param y where the pointer is, in the same measure
 */
export function landingIndex(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, index) => index !== from && middle < y).length
}

/** On which side of an item the line shows where the dragged one would land; null: not at this item. */
export function landingSide(index: number, drag: { readonly from: number; readonly to: number } | null): 'before' | 'after' | null {
  if (drag === null || drag.to === drag.from || index !== drag.to) return null
  return drag.to < drag.from ? 'before' : 'after'
}

/** How far to scroll with each move, in pixels: only near the upper and the lower edge of what is visible. */
export function edgeScroll(y: number, top: number, bottom: number): number {
  const edge = 48
  const speed = 16
  if (y < top + edge) return -speed
  return y > bottom - edge ? speed : 0
}
