import type { Sent } from '../../../../bridge/useGuarded.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { doneWords, type VoteCall } from './voteCall.ts'
import { votedAnswers } from './votedAnswers.ts'

/** Sends marks, votes and tallied papers, one at a time. */
export interface VoteSender {
  /**
   * Sends it once; never rejects, and while one runs a second is not begun.
   *
   * @returns the ids of the records that it made, in the order of the server's answer
   */
  readonly send: (call: VoteCall) => Promise<Sent<readonly string[]>>
  readonly isSending: boolean
}

/**
 * The one way in which marks, votes and tallied papers go to the server, from the desk and from the booth.
 *
 * @param ends who reports the result, success or failure: a toast, or the caller itself
 */
export function useVoteSender(activityId: string, ends: 'toast' | 'caller'): VoteSender {
  const options = (mode: VoteCall['mode']) => ({ refreshes: votedAnswers, errors: ends, success: ends === 'toast' ? doneWords[mode] : '' })
  const mark = useSend('voting.mark', options('mark'))
  const vote = useSend('voting.complete', options('vote'))
  const tally = useSend('voting.tally', options('tally'))
  const query = { voteActivityId: activityId }
  const send = async (call: VoteCall): Promise<Sent<readonly string[]>> => {
    switch (call.mode) {
      case 'mark':
        return mapSent(await mark.send({ query, body: call.body }), ({ recordId }) => [recordId])
      case 'vote':
        return mapSent(await vote.send({ query, body: call.body }), ({ recordIds }) => recordIds)
      case 'tally':
        return mapSent(await tally.send({ query, body: call.body }), ({ recordIds }) => recordIds)
    }
  }
  return { send, isSending: mark.isSending || vote.isSending || tally.isSending }
}

function mapSent<A, B>(sent: Sent<A>, map: (value: A) => B): Sent<B> {
  return sent.ok ? { ok: true, value: map(sent.value) } : sent
}
