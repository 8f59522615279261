import { describe, expect, it } from 'vitest'
import { chooseServer, serverUrl } from '../../../src/main/configuration.ts'

describe('which server', () => {
  it('is the one inside where neither the command line nor the settings name one', () => {
    expect(chooseServer(['.', '--user-data-dir=/x'], '')).toEqual({ kind: 'embedded' })
  })

  it('is the command line’s before the settings’', () => {
    expect(chooseServer(['.', '--server', 'http://10.0.0.5:8790'], 'http://10.0.0.9:1')).toEqual({ kind: 'remote', url: 'http://10.0.0.5:8790' })
    expect(chooseServer(['.', '--server=http://10.0.0.5:8790/'], '')).toEqual({ kind: 'remote', url: 'http://10.0.0.5:8790' })
    expect(chooseServer([], 'vote.example.org:8790')).toEqual({ kind: 'remote', url: 'http://vote.example.org:8790' })
  })

  it('is never quietly the one inside where the address is wrong', () => {
    expect(chooseServer(['--server', 'http://'], '')).toEqual({ kind: 'invalid', written: 'http://' })
    expect(chooseServer([], 'http://a b')).toEqual({ kind: 'invalid', written: 'http://a b' })
  })
})

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:8790', 'http://127.0.0.1:8790'],
    ['https://vote.example.org/api/', 'https://vote.example.org'],
    ['  192.168.1.3:8790 ', 'http://192.168.1.3:8790'],
  ])('%s is %s', (written, url) => {
    expect(serverUrl(written)).toBe(url)
  })

  it.each(['ftp://x', 'http://user:secret@x', 'http://x/?token=1', 'http://x/other', 'file:///etc/passwd', 'javascript:alert(1)', ''])(
    '%s is none',
    (written) => {
      expect(serverUrl(written)).toBeNull()
    },
  )
})
