/**
 * Keeps a file that no screen takes from replacing the page.
 *
 * A screen that does take files hears the same events after this and says so by their `dropEffect`.
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
