import { describe, expect, it } from 'vitest'
import { createRequestGuard, type GuardedCall } from '../../../src/server/http/requestGuard.ts'

/** A call with a host name, on a connection to an address. */
const asked = (host: string, arrivedAt = '127.0.0.1', origin?: string): GuardedCall => ({
  headers: { host, 'x-app-id': 'community-vote-console', ...(origin === undefined ? {} : { origin }) },
  socket: { localAddress: arrivedAt },
})

/** A computer with dynamic addresses, and a clock that the test moves. */
function computer(...first: readonly string[]) {
  const state = { addresses: first, time: 0, lookups: 0 }
  const guard = createRequestGuard(['Extra.example'], {
    now: () => state.time,
    interfaces: () => {
      state.lookups += 1
      return { eth0: state.addresses.map((address) => ({ address, netmask: '', family: 'IPv4' as const, mac: '', internal: false, cidr: null })) }
    },
  })
  const isLetIn = (...call: Parameters<typeof asked>): boolean => {
    try {
      guard(asked(...call))
      return true
    } catch {
      return false
    }
  }
  return { state, isLetIn }
}

describe('accepted host names of a server', () => {
  it('are its current addresses, and no others', () => {
    const { state, isLetIn } = computer('192.168.1.5')
    expect(['192.168.1.5:8790', 'localhost', '[::1]:8790', 'extra.example'].map((host) => isLetIn(host))).toEqual([true, true, true, true])
    expect(isLetIn('192.168.1.77')).toBe(false)
    state.addresses = ['192.168.1.77']
    state.time += 10_000
    expect(isLetIn('192.168.1.77')).toBe(true)
    expect(isLetIn('192.168.1.77', '127.0.0.1', 'https://192.168.1.77:8790')).toBe(true)
    expect(isLetIn('192.168.1.5')).toBe(false)
    expect(isLetIn('evil.example')).toBe(false)
  })

  it('are looked up at most every ten seconds', () => {
    const { state, isLetIn } = computer('192.168.1.5')
    for (let index = 0; index < 1_000; index++) isLetIn(`${index}.example`)
    expect(state.lookups).toBe(1)
    state.time += 9_999
    isLetIn('evil.example')
    expect(state.lookups).toBe(1)
    state.time += 1
    isLetIn('evil.example')
    expect(state.lookups).toBe(2)
  })

  it('include the connection’s own address, also in IPv6 notation', () => {
    const { state, isLetIn } = computer()
    isLetIn('evil.example')
    state.addresses = ['10.0.0.9']
    expect(isLetIn('10.0.0.9', '10.0.0.9')).toBe(true)
    expect(isLetIn('10.0.0.9:8790', '::ffff:10.0.0.9')).toBe(true)
    expect(isLetIn('10.0.0.9', '10.0.0.8')).toBe(false)
    expect(isLetIn('evil.example', '10.0.0.9')).toBe(false)
  })
})
