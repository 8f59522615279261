import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string(), integrity: z.string().optional(), resolved: z.string().optional() })) })
const { packages } = Lock.parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')))
/** All packages except the project itself. */
const locked = Object.entries(packages).filter(([path]) => path !== '')

describe('package-lock.json', () => {
  it('has the hash of every package, including those of other operating systems', () => {
    expect(locked.length).toBeGreaterThan(500)
    expect(locked.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(([path]) => path)).toEqual([])
  })

  it('names no registry, so that a mirror works as well', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})
