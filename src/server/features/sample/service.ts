import { Refusal } from '#shared/contract/refusals.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { AskedAnswer, askedAnswerNames, SampleMode, sampleModeNames, SampleState, type SampleRisk } from '#shared/features/sample/rules.ts'
import type { Caller } from '../../http/context.ts'
import { newId } from '../../kernel/ids.ts'
import { inJournal, type ActivityRecord } from '../activity/service.ts'
import type { Write } from '../journal/journal.ts'
import { stateOf } from '../journal/replay/stateStore.ts'
import { digestOf, listText, populationOf, type FrozenList } from './frozenList.ts'
import { basisOf, drawable, itemsToSample, liveVotes } from './opening.ts'
import { createFinding, createSampleReads, type Finding, type SampleDeps } from './finding.ts'
import type { Standing } from './standing.ts'
import { sampleStore } from './store.ts'

interface Opening {
  readonly activityId: string
  readonly mode: SampleMode
  readonly risk: SampleRisk
  readonly items: readonly { readonly topicId: string; readonly optionId: string }[]
  /** The number of papers counted by hand. */
  readonly counted?: number | undefined
}

interface AskedOwner {
  readonly id: string
  readonly recordId: string
  readonly answer: AskedAnswer
  readonly way: number
  readonly remark: string
}

/** The number of draws needed from each list, 0 if null. */
const requireNumbers = ({ H, A }: { readonly H: number | null; readonly A: number | null }): { H: number; A: number } => {
  if (H === null || A === null) throw new Refusal('sample.readAll')
  return { H, A }
}

/**
 * 抽票复核 and 抽样回访: tests whether the papers, or the owners, could overturn an outcome (`reading.md` section 5). Does not affect the count.
 */
export function createSampleService(deps: SampleDeps) {
  const found = createFinding(deps)
  return { ...createOpening(deps, found), ...createDrawing(deps, found), ...createAsking(deps, found), ...createSampleReads(deps, found) }
}
export type SampleService = ReturnType<typeof createSampleService>

function createOpening({ database, clock, activities, journalService, results, readings }: SampleDeps, { standingOf, answerOf }: Finding) {
  return {
    /**
     * Freezes the list to draw from.
     *
     * @throws Refusal `activity.notFound` (404), `activity.wrongStatus` (409), `sample.otherItems` (400); 402 with `sample.noVotes`, as
     * {@link itemsToSample}, `sample.countDiffers`, `sample.notEntered` or open differences; `sample.unfinished` (409)
     */
    open: ({ activityId, mode, risk, items: asked, counted = 0 }: Opening, caller: Caller): Promise<DrawnSample> =>
      database.write(
        async ({ tx, journal }) => {
          const activity = await activities.requireStep(tx, activityId, 'sample', caller)
          const store = sampleStore(tx)
          const live = await liveVotes(tx, activity.id)
          const votes = drawable(mode, live)
          if (votes.length === 0) throw new Refusal('sample.noVotes')
          const { slots } = await results.results(tx, activity)
          const whole = slots[0]?.counted.whole ?? populationOf(votes)
          const items = itemsToSample(activity, slots, asked, populationOf(votes))
          if (mode === SampleMode.papers) {
            if (counted !== votes.length) throw new Refusal('sample.countDiffers', { counted, recorded: votes.length })
            const count = await store.notEntered(activity.id, activity.ends_at)
            if (count > 0) throw new Refusal('sample.notEntered', { count })
            await readings.requireSettled(tx, activity.id)
          }
          for (const earlier of await store.ofActivity(activity.id)) {
            const { state } = await standingOf(tx, activity, earlier)
            if (state === SampleState.waiting || state === SampleState.reading) throw new Refusal('sample.unfinished')
          }
          const list: FrozenList = { activityId, mode, risk, rule: activity.counting_rule, whole, items, votes }
          const text = listText(list)
          const id = newId()
          const digest = digestOf(text)
          const opened = { opened_by: caller.userKey, opened_at: clock.now() }
          const later = { digits: '', drawn_heads: 0, drawn_area: 0, seeded_by: null, seeded_at: null, closed_by: null, closed_at: null, close_reason: '' }
          await store.insert({
            public_id: id,
            activity_id: activity.id,
            mode,
            risk,
            list: text,
            digest,
            basis: await basisOf(tx, activity, live, whole),
            check_code: await journalService.newestCode(activityId),
            without_paper: live.length - votes.length,
            ...opened,
            ...later,
          })
          const key = (await store.find(id))?.id ?? 0
          const after = {
            ...inJournal(activity),
            sampleMode: sampleModeNames[mode],
            risk,
            listDigest: digest,
            ...(mode === SampleMode.papers ? { counted } : {}),
            items: asked.length,
          }
          journal.record({ caller, action: 'sample.open', subject: id, before: null, after, state: await stateOf(tx, { samples: [key] }) })
          return answerOf(tx, activity, id, caller)
        },
        { isLong: true },
      ),
  }
}

function createDrawing({ database, clock }: SampleDeps, { require, answerOf }: Finding) {
  /** A change of a sample, with its entry. */
  async function change(
    { tx, journal }: Write,
    { activity, standing: { row } }: { readonly activity: ActivityRecord; readonly standing: Standing },
    changed: { readonly action: 'sample.seed' | 'sample.more' | 'sample.close'; readonly columns: Parameters<ReturnType<typeof sampleStore>['update']>[1] },
    caller: Caller,
  ): Promise<void> {
    const { action, columns } = changed
    await sampleStore(tx).update(row.id, columns)
    const { drawn_heads: drawnHeads, drawn_area: drawnArea, digits } = { ...row, ...columns }
    const about = { ...inJournal(activity), sampleMode: sampleModeNames[row.mode], listDigest: row.digest }
    const after = { ...about, digits, drawnHeads, drawnArea, ...(columns.close_reason === undefined ? {} : { reason: columns.close_reason }) }
    journal.record({ caller, action, subject: row.public_id, before: about, after, state: await stateOf(tx, { samples: [row.id] }) })
  }

  return {
    /**
     * Draws as many votes as the list needs, seeded by digits thrown in public after it was frozen.
     *
     * @throws Refusal `sample.notFound` (404), 409 with `activity.wrongStatus`, `sample.ended`, `sample.seeded` or
     * `sample.stale`, `sample.readAll` (402)
     */
    seed: ({ id, digits }: { readonly id: string; readonly digits: string }, caller: Caller): Promise<DrawnSample> =>
      database.write(async (write) => {
        const found = await require(write.tx, id, caller)
        const { state, isStale, missing } = found.standing
        if (state === SampleState.closed) throw new Refusal('sample.ended')
        if (state !== SampleState.waiting) throw new Refusal('sample.seeded')
        if (isStale) throw new Refusal('sample.stale')
        const { H, A } = requireNumbers(missing)
        const columns = { digits, drawn_heads: H, drawn_area: A, seeded_by: caller.userKey, seeded_at: clock.now() }
        await change(write, found, { action: 'sample.seed', columns }, caller)
        return answerOf(write.tx, found.activity, id, caller)
      }),

    /**
     * Draws more: as many votes of each list as would suffice without another error.
     *
     * @throws Refusal `sample.notFound` (404), 409 with `activity.wrongStatus`, `sample.ended`, `sample.notSeeded`,
     * `sample.stale` or `sample.unread`, `sample.readAll` (402)
     */
    more: ({ id }: { readonly id: string }, caller: Caller): Promise<DrawnSample> =>
      database.write(async (write) => {
        const found = await require(write.tx, id, caller)
        const { state, isStale, missing, unread, row } = found.standing
        if (state === SampleState.closed || state === SampleState.confirmed) throw new Refusal('sample.ended')
        if (state === SampleState.waiting) throw new Refusal('sample.notSeeded')
        if (isStale) throw new Refusal('sample.stale')
        if (unread > 0) throw new Refusal('sample.unread', { count: unread })
        const { H, A } = requireNumbers(missing)
        const columns = { drawn_heads: row.drawn_heads + H, drawn_area: row.drawn_area + A }
        await change(write, found, { action: 'sample.more', columns }, caller)
        return answerOf(write.tx, found.activity, id, caller)
      }),

    /**
     * Ends a sample before it has confirmed anything; it stays in the list.
     *
     * @throws Refusal `sample.notFound` (404), `activity.wrongStatus`, `sample.ended` (409)
     */
    close: async ({ id, reason }: { readonly id: string; readonly reason: string }, caller: Caller): Promise<null> => {
      await database.write(async (write) => {
        const found = await require(write.tx, id, caller)
        const { state } = found.standing
        if (state === SampleState.closed || state === SampleState.confirmed) throw new Refusal('sample.ended')
        const columns = { closed_by: caller.userKey, closed_at: clock.now(), close_reason: reason }
        await change(write, found, { action: 'sample.close', columns }, caller)
      })
      return null
    },
  }
}

function createAsking({ database, clock, readings }: SampleDeps, { require }: Finding) {
  return {
    /**
     * Records whether a drawn vote's owner says they voted; only the answer 未联系上 can be replaced.
     *
     * @throws Refusal `sample.notFound`, `sample.notDrawn` (404), 409 with `activity.wrongStatus`, `sample.otherMode`,
     * `sample.ended` or `sample.alreadyAsked`
     */
    ask: async ({ id, recordId, answer, way, remark }: AskedOwner, caller: Caller): Promise<{ readingId: string }> => {
      const readingId = newId()
      await database.write(async ({ tx, journal }) => {
        const { activity, standing } = await require(tx, id, caller)
        const { row, state } = standing
        if (row.mode !== SampleMode.owners) throw new Refusal('sample.otherMode')
        if (!standing.drawn.some((vote) => vote.recordId === recordId)) throw new Refusal('sample.notDrawn')
        const former = standing.readings.get(recordId)
        if (former && former.asked !== AskedAnswer.notReached) throw new Refusal('sample.alreadyAsked')
        if (state === SampleState.closed) throw new Refusal('sample.ended')
        const store = sampleStore(tx)
        const [record] = await store.records(activity.id, [recordId])
        if (!record) throw new Refusal('sample.notDrawn')
        const at = clock.now()
        await readings.add(tx, {
          id: readingId,
          sampleKey: row.id,
          activityKey: activity.id,
          recordId,
          ballotKey: record.ballot_id,
          code: '',
          answers: null,
          asked: answer,
          way,
          remark,
          by: caller.userKey,
          at,
        })
        const place = (await store.places([record.ballot_id])).get(record.ballot_id) ?? ''
        const about = { ...inJournal(activity), place, listDigest: row.digest }
        const before = former?.asked ? { ...about, asked: askedAnswerNames[former.asked] } : null
        const after = { ...about, asked: askedAnswerNames[answer], ...(remark === '' ? {} : { remark }) }
        journal.record({ caller, action: 'sample.ask', subject: readingId, before, after, state: await stateOf(tx, { readings: [readingId] }) })
      })
      return { readingId }
    },
  }
}
