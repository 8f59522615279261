import { describe, expect, it } from 'vitest'
import { parseCommandLine, parsePort } from './command-line.ts'

describe("Electron's command line", () => {
  it('is parsed as Playwright writes it', () => {
    const line = parseCommandLine(['-r', '/loader.js', '--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '.', '--user-data-dir=/tmp/a=b'])
    expect(line.preloads).toEqual(['/loader.js'])
    expect(Object.fromEntries(line.switches)).toEqual({ 'no-sandbox': '', inspect: '0', 'remote-debugging-port': '0', 'user-data-dir': '/tmp/a=b' })
    expect(line.app).toBe('.')
    expect(line.visibleArguments).toEqual(['--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '.', '--user-data-dir=/tmp/a=b'])
  })

  it('leaves the app’s own arguments to the app', () => {
    const line = parseCommandLine(['.', '--server', 'http://127.0.0.1:8790', '-r', 'x', '--version'])
    expect(line.preloads).toEqual([])
    expect(line.isVersionAsked).toBe(false)
    expect(line.switches.get('server')).toBe('')
    expect(line.visibleArguments).toEqual(['.', '--server', 'http://127.0.0.1:8790', '-r', 'x', '--version'])
  })

  it('defaults to the current folder if no app is named', () => {
    expect(parseCommandLine([]).app).toBe('.')
    expect(parseCommandLine(['--version']).isVersionAsked).toBe(true)
  })

  it.each([
    ['', 9229],
    ['0', 0],
    ['9333', 9333],
    ['127.0.0.1:9333', 9333],
  ])('reads the port %j as %i', (text, port) => {
    expect(parsePort(text, 9229)).toBe(port)
  })
})
