import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../../../src/recount/judge/bundle.ts'
import { recount, resultsOf } from '../../../src/recount/judge/recount.ts'
import { aBundleActivity } from '../../support/bundleActivities.ts'
import { faultsOf, isGreen, wholeZip } from '../../support/bundleJudging.ts'
import { makeBundle } from '../../support/bundles.ts'

const GREEN = { files: [], journal: [], recount: [], report: [] }

describe('an unmodified bundle', () => {
  it('is green in both editions: alone, with its zip, and with the code from the paper', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(aBundleActivity(12), fc.constantFrom('court' as const, 'owners' as const), async (activity, edition) => {
        // The owners' edition has no entry that names a second key.
        const made = await makeBundle(edition === 'court' ? activity : { ...activity, hasTwoKeys: false }, { edition })
        expect(await faultsOf({ page: made.files, zip: null, code: '' })).toEqual(GREEN)
        const code = made.code.toUpperCase().replace(/(.{4})/g, '$1 -')
        expect(await faultsOf({ page: made.files, zip: await wholeZip(made.files), code })).toEqual(GREEN)
        for (const other of made.codes) expect(isGreen(await faultsOf({ page: made.files, zip: null, code: other }))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('has the oracle’s figures', async () => {
    await fc.assert(
      fc.asyncProperty(aBundleActivity(12), async (activity) => {
        const { files } = await makeBundle(activity, { edition: 'owners' })
        const texts = Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('utf8')]))
        const counted = recount(readBundle(texts)).recount
        expect(counted && resultsOf(counted)).toEqual(JSON.parse(texts['data/results.json'] ?? ''))
      }),
      { numRuns: 100 },
    )
  })
})
