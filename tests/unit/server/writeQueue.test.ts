import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/database/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'

let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vote-queue-'))
  database = await openDatabase({ folder })
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const one = () => database.write(() => Promise.resolve(1))

it('handles a write any number of ticks after the previous answer', async () => {
  for (let steps = 0; steps < 60; steps++) {
    await one()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    const answer = await Promise.race([one(), new Promise((resolve) => setTimeout(() => resolve('never'), 30_000))])
    expect(answer, `${steps} steps after`).toBe(1)
  }
})

it('lets timers run between back-to-back writes of one caller', async () => {
  let isOver = false
  let written = 0
  const writing = (async () => {
    while (!isOver && written < 5_000) written += await one()
  })()
  // Not the delay: that a timer runs at all.
  await new Promise((resolve) => setTimeout(resolve))
  isOver = true
  await writing
  expect(written).toBeLessThan(5_000)
})
