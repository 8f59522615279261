import { useComputer } from '../bridge/computer.tsx'

/** Polling interval for other desks' activity (ms). */
const INTERVAL = 4_000

/** Polling interval of a shown answer (ms); false while the server is unreachable. Hidden tabs do not poll. */
export function useLiveInterval(interval: number = INTERVAL): number | false {
  const { connection } = useComputer()
  return connection.status === 'connected' ? interval : false
}
