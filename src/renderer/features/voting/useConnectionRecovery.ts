import { useEffect, useEffectEvent, useRef } from 'react'
import { askServer, failureOf } from '../../bridge/bridge.ts'
import { useComputer } from '../../bridge/computer.tsx'
import { sentenceOf } from '../../bridge/failure.ts'
import { findingOf, reviewNote, type Finding } from './recovery.ts'
import { ballotRefusal, ballotRefusalInWords } from './modes.ts'
import type { Submission } from './submission.ts'
import type { DeskHandle } from './useDesk.ts'

const RETRY_MS = 2_000

interface RecoveryOptions {
  readonly activityId: string
  readonly handle: DeskHandle
  /** What was sent into a broken connection; null where nothing is in doubt. */
  readonly underCheck: Submission | null
  readonly onFound: (finding: Finding, submission: Submission) => void
}

/**
 * After a broken connection: asks the server what it has, and says in words what was found.
 *
 * What was sent is looked for in the records of its ballots, again and again until the server answers. What had not been
 * sent yet is compared with the ballot as it is now.
 */
export function useConnectionRecovery({ activityId, handle: { current, act }, underCheck, onFound }: RecoveryOptions): void {
  const isConnected = useComputer().connection.status === 'connected'

  const check = useEffectEvent(async (submission: Submission, isWanted: () => boolean): Promise<boolean> => {
    try {
      const histories = await Promise.all(submission.ballots.map(({ ballotId }) => askServer('voting.history', { query: { activityId, ballotId } })))
      if (!isWanted()) return true
      onFound(findingOf(submission, histories), submission)
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'unreachable' && isWanted())
        act({ type: 'doubted', sentence: `向服务器核对刚才的提交没有成功：${sentenceOf(failure)}。选择都还在，将继续核对` })
      return false
    }
  })
  useEffect(() => {
    if (underCheck === null || !isConnected) return undefined
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const checkUntilAnswered = async () => {
      const isDone = await check(underCheck, () => isWanted)
      if (!isDone && isWanted) timer = setTimeout(() => void checkUntilAnswered(), RETRY_MS)
    }
    void checkUntilAnswered()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [underCheck, isConnected])

  const review = useEffectEvent(async () => {
    const { entry, search, searchFailure, mode } = current()
    if (searchFailure !== null && search.text !== '') act({ type: 'searchRepeated' })
    if (!entry || entry.phase !== 'open') return
    const { propertyId, ballotId } = entry.owner
    try {
      const { voters } = await askServer('voting.votersOfProperty', { query: { activityId, propertyId } })
      const now = current().entry
      const own = voters.find((voter) => voter.propertyId === propertyId)
      if (!own || now?.owner.ballotId !== ballotId || now.phase !== 'open') return
      act({ type: 'ballotsCame', propertyId, voters })
      act({ type: 'cleared', note: reviewNote(own.ownerName, ballotRefusalInWords(ballotRefusal(mode, own))) })
    } catch {
      // The banner shows that the connection is gone again; the next time that it is back this is asked again.
    }
  })
  const wasLost = useRef(false)
  useEffect(() => {
    if (isConnected && wasLost.current) void review()
    wasLost.current = !isConnected
  }, [isConnected])
}
