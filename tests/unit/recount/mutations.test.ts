import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBundleActivity } from '../../support/bundleActivities.ts'
import { faultsOf, isGreen } from '../../support/bundleJudging.ts'
import { mutableBundle, mutation } from '../../support/bundleMutations.ts'
import { makeBundle } from '../../support/bundles.ts'
import { atScale } from '../../support/scale.ts'

const EACH = 25
const ROUNDS = atScale(20, 4)

describe('a manipulated bundle', () => {
  it(`turns a lamp red for each of ${EACH * ROUNDS} mutations, given the zip and the code from the paper`, { timeout: 300_000 }, async () => {
    const missed: string[] = []
    let tried = 0
    const activities = fc.sample(aBundleActivity(10), { numRuns: ROUNDS, seed: 13 })
    for (const [round, drawn] of activities.entries()) {
      const edition = round % 4 === 3 ? 'owners' : 'court'
      const activity = edition === 'owners' ? { ...drawn, hasTwoKeys: false } : drawn
      const bundle = mutableBundle(activity, await makeBundle(activity, { edition }), edition)
      for (let turn = 0, index = round * 1_000; turn < EACH; index++) {
        const mutated = await mutation(bundle, index)
        if (mutated === null) continue
        turn += 1
        tried += 1
        if (isGreen(await faultsOf(mutated.opened))) missed.push(`round ${round} (${edition}) ${mutated.name}`)
      }
    }
    expect(missed).toEqual([])
    expect(tried).toBe(EACH * ROUNDS)
  })
})
