import { useEffect, useRef } from 'react'
import { usePreferences } from '../../bridge/computer.tsx'
import { play, type Sound } from './sounds.ts'

/** Plays the desk's sounds unless they are switched off on this computer. */
export function useSounds() {
  const [{ isDeskSilent }, remember] = usePreferences()
  const isSilent = useRef(isDeskSilent)
  useEffect(() => {
    isSilent.current = isDeskSilent
  }, [isDeskSilent])
  const sound = (which: Sound) => {
    if (!isSilent.current) play(which)
  }
  /** Kept on this computer, for everybody who uses its desk. */
  const toggle = () => {
    remember({ isDeskSilent: !isDeskSilent })
    // A sound is played when sounds are switched on.
    if (isDeskSilent) play('done')
  }
  return { sound, isSilent: isDeskSilent, toggle }
}
