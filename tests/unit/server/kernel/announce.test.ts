import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { followAddresses } from '../../../../src/server/kernel/announce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a server whose address changes is announced at the new one, and no longer at the old one', async () => {
  const said: string[] = []
  let present: string[] | null = ['192.168.1.5', '10.0.0.5']
  const addresses = (): string[] => {
    if (!present) throw new Error('no more files')
    return present
  }
  const announceIn = (address: string) => {
    said.push(`begin ${address}`)
    return () => Promise.resolve(void said.push(`end ${address}`))
  }
  const happened = () => said.splice(0)
  const stop = followAddresses(addresses, announceIn, 10)
  expect(happened()).toEqual(['begin 192.168.1.5', 'begin 10.0.0.5'])
  vi.advanceTimersByTime(30)
  expect(happened()).toEqual([])

  present = ['192.168.1.77', '10.0.0.5']
  vi.advanceTimersByTime(10)
  expect(happened()).toEqual(['end 192.168.1.5', 'begin 192.168.1.77'])

  // If the system cannot tell, nothing changes.
  present = null
  vi.advanceTimersByTime(10)
  expect(happened()).toEqual([])

  await stop()
  expect(happened().toSorted()).toEqual(['end 10.0.0.5', 'end 192.168.1.77'])
  present = ['192.168.1.78']
  vi.advanceTimersByTime(30)
  expect(happened()).toEqual([])
})
