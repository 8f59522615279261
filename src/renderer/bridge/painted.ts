/** A window that is not seen paints nothing: then nobody waits longer than this. */
const AT_LATEST_MS = 100

let painting: Promise<void> | null = null

/** From now on, {@link painted} waits for the next picture to stand on the screen. */
export function awaitPaint(): void {
  painting ??= new Promise((resolve) => {
    const done = () => {
      painting = null
      resolve()
    }
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, AT_LATEST_MS)
  })
}

/** The picture that is awaited; null where none is, as nearly always. */
export function painted(): Promise<void> | null {
  return painting
}
