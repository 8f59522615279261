import { z } from 'zod'
import { MAX_BATCH } from '../../contract/batch.ts'
import { estateId } from '../../contract/ids.ts'
import { id } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'

export const userId = id('用户编号')

/** Ids of the estates an account is confined to; null and missing: not confined, it sees all. */
export const chosenEstates = z.codec(
  z.array(estateId, { error: '小区范围格式不正确' }).max(MAX_BATCH, `一次最多选择${MAX_BATCH}个小区`).nullish(),
  z.custom<string[] | null>(),
  { decode: (list) => list ?? null, encode: (list) => list },
)

export const ScopeChange = wire({ userId: ['userid', userId], estateIds: ['estateids', chosenEstates] })
export type ScopeChange = z.output<typeof ScopeChange>
