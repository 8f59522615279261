import { expect, it } from 'vitest'
import { createGuard, IGNORED } from '../../../src/renderer/bridge/guard.ts'

it('two clicks in one frame send once, and the second caller is told', async () => {
  const guard = createGuard()
  const answers = Promise.withResolvers<string>()
  let sent = 0
  const press = () =>
    guard(() => {
      sent += 1
      return answers.promise
    })
  const presses = [press(), press(), press()]
  answers.resolve('done')
  expect(await Promise.all(presses)).toEqual(['done', IGNORED, IGNORED])
  expect(sent).toBe(1)
})

it('the next click is sent once the first has finished or failed', async () => {
  const guard = createGuard()
  expect(await guard(() => Promise.resolve(1))).toBe(1)
  await expect(guard(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await expect(
    guard(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await guard(() => Promise.resolve(2))).toBe(2)
})
