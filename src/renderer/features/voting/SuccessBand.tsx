import { useEffect, useState } from 'react'

/** What the band says: large enough to be read from the other side of the table. */
export interface Success {
  readonly words: string
  readonly ownerName: string
  readonly places: readonly string[]
}

const SHOWN_MS = 2_000

/** The last success, for two seconds. */
export function useSuccessBand(): readonly [Success | null, (success: Success) => void] {
  const [success, setSuccess] = useState<Success | null>(null)
  useEffect(() => {
    if (success === null) return undefined
    const timer = setTimeout(() => setSuccess(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [success])
  return [success, setSuccess]
}

export function SuccessBand({ success }: { readonly success: Success | null }) {
  return (
    <div className="desk-band-place" role="status">
      {success === null ? null : (
        <div className="desk-band">
          <span>✓ {success.words}</span>
          <strong>{success.ownerName}</strong>
          <span>{success.places.join('、')}</span>
        </div>
      )}
    </div>
  )
}
