import { describe, expect, it } from 'vitest'
import { debuggingRefusedMessage, findDebuggingOption } from '../../../src/main/debugging.ts'

const found = (args: readonly string[], environment: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') =>
  findDebuggingOption({ args, environment, platform })

describe('debugging arguments and variables', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-port',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--remote-debugging-io-pipes=3,4',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0',
    '--inspect-brk=127.0.0.1:9229',
    '--inspect_brk',
    '--inspect-port=1',
    '--inspect-wait',
    '--INSPECT',
    '-inspect',
    '--debug-port=5858',
    '--js-flags=--allow-natives-syntax',
    '--require=./a.cjs',
    '--import',
    '--load-extension=/tmp/x',
    '--renderer-cmd-prefix=gdb',
    '--gpu-launcher=a.exe',
  ])('%s is found', (argument) => {
    expect(found(['--server', 'https://10.0.0.5:8790', argument])).toBe(`参数 ${argument.split('=')[0] ?? ''}`)
  })

  it('are recognised with a slash on Windows, which is a path elsewhere', () => {
    expect(found(['/remote-debugging-port=9222'], {}, 'win32')).toBe('参数 /remote-debugging-port')
    expect(found(['/inspect/votes.xlsx'], {}, 'linux')).toBeNull()
  })

  it.each([
    [{ ELECTRON_RUN_AS_NODE: '1' }, 'ELECTRON_RUN_AS_NODE'],
    [{ NODE_COMPILE_CACHE: '/tmp/cache' }, 'NODE_COMPILE_CACHE'],
    [{ NODE_OPTIONS: '--max-old-space-size=4096 --inspect=0' }, 'NODE_OPTIONS'],
    [{ NODE_OPTIONS: '"--require" ./a.cjs' }, 'NODE_OPTIONS'],
    [{ NODE_OPTIONS: '-r ./a.cjs' }, 'NODE_OPTIONS'],
  ])('is found in the environment: %j', (environment, name) => {
    expect(found([], environment)).toBe(`环境变量 ${name}`)
  })

  it('do not include the normal arguments of users and the system', () => {
    const args = [
      '--server',
      'https://10.0.0.5:8790',
      '--user-data-dir=/home/a',
      '--no-sandbox',
      '--lang=zh-CN',
      '--force-device-scale-factor=1.5',
      '/home/inspect',
      '投票',
    ]
    expect(found(args, { NODE_OPTIONS: '--max-old-space-size=4096', ELECTRON_RUN_AS_NODE: '', PATH: '/bin' })).toBeNull()
  })
})

it('the message names what to leave out', () => {
  expect(debuggingRefusedMessage('参数 --inspect')).toBe('程序不能带参数 --inspect 启动，它会让其他程序读取或操纵本程序。请去掉后再启动。')
})
