import { useEffect, useRef } from 'react'
import { usePreferences } from '../../bridge/computer.tsx'
import { play, type Sound } from './sounds.ts'

/** Plays the desk's sounds unless muted on this computer. */
export function useSounds() {
  const [{ isDeskSilent }, remember] = usePreferences()
  const isSilent = useRef(isDeskSilent)
  useEffect(() => {
    isSilent.current = isDeskSilent
  }, [isDeskSilent])
  const sound = (which: Sound) => {
    if (!isSilent.current) play(which)
  }
  /** Saved on this computer, for all users of its desk. */
  const toggle = () => {
    remember({ isDeskSilent: !isDeskSilent })
    // Plays a sound when unmuted.
    if (isDeskSilent) play('done')
  }
  return { sound, isSilent: isDeskSilent, toggle }
}
