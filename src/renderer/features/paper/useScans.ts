import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { PaperState } from '#shared/features/paper/rules.ts'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useUndo } from '../../bridge/useUndo.ts'
import type { Sound } from '../../ui/scanner/sounds.ts'
import { scannedCode, WRONG_CHECK } from '../ballot/parts/scannedCode.ts'
import { paperReads } from './paperReads.ts'
import { MAX_SCANS, refusedScan, type Scan, type ScanAction, type ScanOutcome } from './scans.ts'

/**
 * Registers papers one after the other as they are scanned: a scanner is faster than the server.
 *
 * Nothing is resent automatically: a lost request is reported, and the paper can be scanned again.
 */
export function useScans(activityId: string, sound: (which: Sound) => void) {
  const cache = useQueryClient()
  const [scans, setScans] = useState<readonly Scan[]>([])
  const tell = useUndo('paper.takeBack', paperReads)
  const next = useRef(1)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const take = (text: string, action: ScanAction, receivedAt: number | null) => {
    const code = scannedCode(text)
    const id = next.current++
    const scan: Scan = { id, at: Date.now(), action, code: code ?? text.trim(), receivedAt, outcome: { kind: 'waiting' } }
    setScans((before) => [scan, ...before].slice(0, MAX_SCANS))
    const show = (outcome: ScanOutcome) => setScans((before) => before.map((each) => (each.id === id ? { ...each, outcome } : each)))
    const settle = (outcome: ScanOutcome) => {
      show(outcome)
      sound(outcome.kind === 'refused' ? 'refused' : 'done')
    }
    if (code === null) {
      settle({ kind: 'refused', sentence: WRONG_CHECK, place: '', ownerName: '' })
      return
    }
    const before = queue.current
    queue.current = (async () => {
      await before
      const outcome = await register(activityId, code, action, receivedAt)
      settle(outcome)
      if (outcome.kind === 'done' || outcome.kind === 'late') {
        const { place, ownerName } = outcome
        tell({
          title: `已登记${action === 'out' ? '发出' : '收回'}`,
          detail: `${place} ${ownerName} ${code}`,
          inverse: { body: { activityId, codes: [code], state: action === 'out' ? PaperState.out : PaperState.received } },
          onUndone: () => show({ kind: 'undone', place, ownerName }),
        })
      }
      for (const stale of paperReads) void cache.invalidateQueries({ queryKey: [stale] })
    })()
  }
  return { scans, take }
}

/** Never rejects. */
async function register(activityId: string, code: string, action: ScanAction, receivedAt: number | null): Promise<ScanOutcome> {
  try {
    const { papers } =
      action === 'out'
        ? await askServer('paper.out', { body: { activityId, codes: [code] } })
        : await askServer('paper.receive', { body: { activityId, codes: [code], receivedAt } })
    const [{ place, ownerName, isLate } = { place: '', ownerName: '', isLate: false }] = papers
    return { kind: isLate ? 'late' : 'done', place, ownerName }
  } catch (error) {
    return refusedScan(code, failureOf(error))
  }
}
