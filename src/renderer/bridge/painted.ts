/** A window that is not seen paints nothing: then nobody waits longer than this. */
const AT_LATEST_MS = 100

/** Does `work` once the next picture is on the screen; what it returns calls that off. */
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
