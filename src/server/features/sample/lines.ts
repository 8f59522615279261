import type { Kysely } from 'kysely'
import { sampleModeNames, SampleState } from '#shared/features/sample/rules.ts'
import type { Schema } from '../../database/schema.ts'
import type { ActivityRecord } from '../activity/service.ts'
import { sampleReadings } from '../reading/ofSamples.ts'
import { currentSlots } from '../result/currentSlots.ts'
import { createStandings, sampleOf, type Standing } from './standing.ts'
import { sampleStore } from './store.ts'

const standingOf = createStandings({
  results: { results: async (db, activity: Pick<ActivityRecord, 'id' | 'counting_rule'>) => ({ slots: await currentSlots(db, activity) }) },
  readings: sampleReadings,
})

/**
 * The outcome of every sample of an activity, including ended ones, one line each, for signed documents; `hasReasons`: with
 * the reasons entered.
 */
export async function sampleLines(db: Kysely<Schema>, activity: Pick<ActivityRecord, 'id' | 'counting_rule'>, hasReasons: boolean): Promise<string[]> {
  const lines: string[] = []
  for (const row of await sampleStore(db).ofActivity(activity.id)) lines.push(lineOf(await standingOf(db, activity, row), hasReasons))
  return lines
}

function lineOf(standing: Standing, hasReasons: boolean): string {
  const { number, mode, risk, digest, digits } = sampleOf(standing)
  const thrown = digits === '' ? '' : `，随机数字 ${digits}`
  return `抽样（第${number}次，${sampleModeNames[mode]}，风险 ${risk}%，清单摘要 ${digest}${thrown}）：${said(standing, hasReasons)}${settledIn(standing)}`
}

function said(standing: Standing, hasReasons: boolean): string {
  const { sentence, state, read, closeReason } = sampleOf(standing)
  switch (state) {
    case SampleState.waiting:
      return standing.isStale ? sentence : '已锁定清单，还没有掷骰'
    case SampleState.reading:
      return standing.isStale ? sentence : `正在核对，抽出 ${standing.drawn.length} 票，已核对 ${read} 票`
    case SampleState.confirmed:
      return sentence
    case SampleState.closed:
      return `${sentence}。未得出结论即结束${hasReasons ? `，原因：${closeReason}` : ''}`
  }
}

/** The papers whose readings were decided to be wrong: they count as the record. */
function settledIn({ drawn, readings }: Standing): string {
  const codes = drawn.filter(({ recordId }) => readings.get(recordId)?.decision === 1).map(({ code }) => code)
  return codes.length === 0 ? '' : `。读数不符，经裁定记录无误的 ${codes.length} 票：${codes.join('、')}`
}
