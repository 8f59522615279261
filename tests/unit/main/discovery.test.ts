import { expect, test } from 'vitest'
import { createFinder } from '../../../src/main/network/finder.ts'
import { announce } from '../../../src/server/kernel/announce.ts'
import { lanAddresses } from '../../../src/shared/network/lan.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never

test('an announced server is found with its fingerprint until it stops', async () => {
  const fingerprint = 'ab'.repeat(32)
  const port = 20_000 + (process.pid % 20_000)
  const stop = await announce({ port, fingerprint, address: '' }, log)
  const find = createFinder(log)
  const ours = async () => (await find(1_000)).filter((each) => each.fingerprint === fingerprint)
  await expect
    .poll(ours)
    .toEqual([{ name: expect.stringContaining(`:${port}`), address: expect.stringMatching(new RegExp(`^https://[\\d.]+:${port}$`)), fingerprint }])
  await stop()
  await expect.poll(ours).toEqual([])
})

test('reachable addresses are sorted, typical office networks first', () => {
  const at = (address: string, { family = 'IPv4', internal = false } = {}) => ({ address, family, internal })
  expect(
    lanAddresses({
      lo: [at('127.0.0.1', { internal: true })],
      wan: [at('203.0.113.9')],
      以太网: [at('fe80::1', { family: 'IPv6' }), at('192.168.1.20')],
      none: undefined,
    }),
  ).toEqual([
    { network: '以太网', address: '192.168.1.20' },
    { network: 'wan', address: '203.0.113.9' },
  ])
})
