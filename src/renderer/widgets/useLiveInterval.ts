import { useComputer } from '../bridge/computer.tsx'
import { useActive } from './tab.ts'

/** Milliseconds between two looks at what other desks do. */
const INTERVAL = 4_000

/** How often a shown answer is asked for again, in milliseconds: never while the tab is hidden or the server away. */
export function useLiveInterval(interval: number = INTERVAL): number | false {
  const { connection } = useComputer()
  const isActive = useActive()
  return isActive && connection.status === 'connected' ? interval : false
}
