/** Fallback delay, since a hidden window does not paint (ms). */
const AT_LATEST_MS = 100

/** Calls `work` after the next frame is painted; returns a function to cancel it. */
export function afterPaint(work: () => void): () => void {
  let after: ReturnType<typeof setTimeout> | undefined
  const callOff = () => {
    cancelAnimationFrame(frame)
    clearTimeout(after)
    clearTimeout(latest)
  }
  const done = () => {
    callOff()
    work()
  }
  const latest = setTimeout(done, AT_LATEST_MS)
  const frame = requestAnimationFrame(() => {
    after = setTimeout(done)
  })
  return callOff
}
