import { expect, it } from 'vitest'
import { createConnectionCounts, type Counted } from '../../../src/server/http/connectionCounts.ts'

const isNear = (address: string): boolean => address === 'here' || address === 'proxy'

/** Limits: five from other computers, three per address, and four local ones. */
function counting() {
  const counts = createConnectionCounts({ others: 5, anAddress: 3, near: 4 }, isNear)
  const closed: string[] = []
  const made = (address: string, state: 'busy' | 'idle' = 'busy', name = address): Counted => ({
    address,
    isIdle: () => state === 'idle',
    close: () => void closed.push(name),
  })
  const admit = (...addresses: string[]): boolean[] => addresses.map((address) => counts.admit(made(address)))
  return { counts, closed, made, admit }
}

it('limits connections per address and for all other computers, with separate room for local ones', () => {
  const { admit, closed } = counting()
  expect(admit('a', 'a', 'a', 'a')).toEqual([true, true, true, false])
  expect(admit('b', 'c', 'd')).toEqual([true, true, false])
  expect(admit('here', 'proxy', 'here', 'here', 'proxy')).toEqual([true, true, true, true, false])
  expect(closed).toEqual([])
})

it('accepts another connection when one has closed', () => {
  const { counts, made, admit } = counting()
  const first = made('a')
  counts.admit(first)
  expect(admit('a', 'a', 'a')).toEqual([true, true, false])
  counts.remove(first)
  expect(admit('a', 'a')).toEqual([true, false])
})

it('closes the oldest idle connection of the same address to make room', () => {
  const { counts, closed, made, admit } = counting()
  for (const each of [made('b', 'idle'), made('a'), made('a', 'idle', 'older'), made('a', 'idle', 'newer')]) counts.admit(each)
  expect(admit('a')).toEqual([true])
  expect(closed).toEqual(['older'])
  expect(admit('a', 'a')).toEqual([true, false])
  expect(closed).toEqual(['older', 'newer'])
})

it('closes a remote computer’s idle connection to make room in total, but no local one', () => {
  const { counts, closed, made, admit } = counting()
  for (const each of [made('here', 'idle'), made('a'), made('a'), made('b', 'idle'), made('b'), made('c')]) counts.admit(each)
  expect(admit('d', 'e')).toEqual([true, false])
  expect(closed).toEqual(['b'])
})
