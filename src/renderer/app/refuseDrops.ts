/**
 * Prevents a dropped file from replacing the page.
 *
 * Screens that accept files handle the same events afterwards and set `dropEffect`.
 */
export function refuseDrops(page: Window): void {
  for (const type of ['dragenter', 'dragover', 'drop'] as const) {
    page.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    })
  }
}
