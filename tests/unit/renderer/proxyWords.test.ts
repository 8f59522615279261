import { describe, expect, it } from 'vitest'
import { ProxyStatus } from '../../../src/shared/features/proxy/rules.ts'
import { heldBy } from '../../../src/renderer/features/proxy/parts/proxyWords.ts'

const agent = { agentName: '郑代理', agentPhone: '13700000001', agentIdNumber: 'E00000001' }
const proxy = (more: object = {}) => ({ ...agent, status: ProxyStatus.live, isUsed: false, ...more })

describe('ballots held by an agent', () => {
  it('are found by ID number, by name and phone, and transitively', () => {
    const proxies = [proxy(), proxy({ agentIdNumber: '' }), proxy({ agentPhone: '', agentIdNumber: 'e00000001' })]
    expect(heldBy(agent, proxies)).toBe(3)
    expect(heldBy({ agentName: ' 郑代理', agentPhone: '137 0000 0001', agentIdNumber: '' }, proxies)).toBe(3)
    expect(heldBy({ agentName: '别人', agentPhone: '', agentIdNumber: 'E0000-0001' }, proxies)).toBe(3)
    expect(heldBy({ agentName: '郑代理', agentPhone: '13700000002', agentIdNumber: '' }, proxies)).toBe(0)
  })

  it('are not found by a name alone, or by an invalid number', () => {
    const none = { agentName: '郑代理', agentPhone: '', agentIdNumber: '无' }
    expect(heldBy(none, [proxy(none), proxy({ agentPhone: '11111111111', agentIdNumber: '' })])).toBe(0)
  })

  it('are those in force, and expired ones that were voted with', () => {
    const { revoked, expired } = ProxyStatus
    expect(heldBy(agent, [proxy({ status: revoked, isUsed: true }), proxy({ status: expired }), proxy({ status: expired, isUsed: true })])).toBe(1)
  })

  it('are found by their masks if masked', () => {
    expect(heldBy(agent, [proxy({ agentPhone: '137****0001', agentIdNumber: '' }), proxy({ agentPhone: '', agentIdNumber: 'E0*****01' })])).toBe(2)
  })
})
