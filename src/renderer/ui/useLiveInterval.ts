import { useComputer } from '../bridge/computer.tsx'

/** Milliseconds between two requests for what other desks do. */
const INTERVAL = 4_000

/** How often a shown answer is asked for again, in milliseconds: never while the server is away. What a hidden tab shows nobody asks for. */
export function useLiveInterval(interval: number = INTERVAL): number | false {
  const { connection } = useComputer()
  return connection.status === 'connected' ? interval : false
}
