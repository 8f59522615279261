import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

// Checks what can be checked locally of a workflow that runs on GitHub: that it parses as intended, and calls only existing things.

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
// The YAML parser that comes with electron-builder; it has no types.
const { load } = createRequire(import.meta.url)('js-yaml') as { readonly load: (text: string) => unknown }

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const Workflow = z.object({
  defaults: z.object({ run: z.object({ shell: z.string() }) }),
  jobs: z.object({
    linux: z.object({ 'runs-on': z.string(), steps: z.array(Step) }),
    windows: z.object({ 'runs-on': z.string(), steps: z.array(Step) }),
    installer: z.object({ 'runs-on': z.string(), needs: z.string(), steps: z.array(Step) }),
  }),
})
const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })
const Builder = z.object({
  win: z.object({ executableName: z.string() }),
  nsis: z.object({ artifactName: z.string() }),
  electronFuses: z.record(z.string(), z.boolean()),
})

const { defaults, jobs } = Workflow.parse(load(textOf('.github/workflows/ci.yml')))
const { scripts } = Manifest.parse(JSON.parse(textOf('package.json')))
const builder = Builder.parse(load(textOf('build/electron-builder.yml')))

type Step = z.infer<typeof Step>

/** The commands of a job's steps, in order. */
const commandsOf = ({ steps }: { readonly steps: readonly Step[] }): string[] => steps.flatMap(({ run }) => (run === undefined ? [] : [run]))

const every = Object.values(jobs).flatMap(commandsOf)

describe('the CI workflow', () => {
  it('calls only scripts and tools that exist', () => {
    const called = every.flatMap((command) => [...command.matchAll(/\bnpm (?:run ([\w:]+)|(test)\b)/g)].map(([, script, test]) => script ?? test ?? ''))
    expect(called.toSorted()).toEqual(['build', 'dist', 'electron', 'electron', 'test', 'test', 'test:packed'])
    expect(called.filter((script) => scripts[script] === undefined)).toEqual([])
    const files = Object.values(scripts).flatMap((script) => [...script.matchAll(/\bnode (\S+)/g)].map(([, path = '']) => path))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const tools = every.flatMap((command) => [...command.matchAll(/\bnpx (\S+)/g)].map(([, tool = '']) => tool))
    expect(tools).toEqual(['electron-builder'])
    expect(existsSync(join(root, 'node_modules/.bin/electron-builder'))).toBe(true)
  })

  it('downloads Electron’s binary before the tests, on each operating system', () => {
    for (const [job, system, test] of [
      [jobs.linux, 'ubuntu', 'xvfb-run --auto-servernum npm test'],
      [jobs.windows, 'windows', 'npm test'],
    ] as const) {
      const commands = commandsOf(job)
      expect(job['runs-on'].replace(/-.*/, '')).toBe(system)
      expect(commands.slice(0, 2), system).toEqual(['npm ci', 'npm run electron'])
      expect(commands.at(-1), system).toBe(test)
    }
    expect(commandsOf(jobs.linux)).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0')
    expect(commandsOf(jobs.windows)).toHaveLength(3)
  })

  it('builds the installer whatever the Linux tests say', () => {
    expect(jobs.installer.needs).toBe('windows')
  })

  it('tests the packaged program, and keeps the built installer', () => {
    const commands = commandsOf(jobs.installer)
    const pack = commands.find((command) => command.startsWith('npx electron-builder')) ?? ''
    const tested = commands.find((command) => command.startsWith('npm run test:packed -- '))?.replace('npm run test:packed -- ', '')
    const output = /-c\.directories\.output=(\S+)/.exec(pack)?.[1] ?? ''
    expect(tested).toBe(`${output}/win-unpacked/${builder.win.executableName}.exe`)
    expect(existsSync(join(root, /--config (\S+)/.exec(pack)?.[1] ?? 'no configuration'))).toBe(true)
    const [, fuse = ''] = /-c\.electronFuses\.(\w+)=true/.exec(pack) ?? []
    expect(builder.electronFuses[fuse]).toBe(false)
    const [, entry = 'no entry'] = /-c\.extraMetadata\.(\w+)=true/.exec(pack) ?? []
    expect(textOf('src/main/configuration.ts')).toContain(`${entry}?: unknown`)
    expect(commands.indexOf('npm run build')).toBeLessThan(commands.indexOf(pack))
    expect(jobs.installer.steps.at(-1)?.with?.['path']).toBe('dist/*-setup.exe')
    expect(builder.nsis.artifactName.endsWith('-setup.${ext}')).toBe(true)
    // PowerShell would split the pack's arguments.
    expect(defaults.run.shell).toBe('bash')
  })
})

describe('npm run electron', () => {
  const work = mkdtempSync(join(tmpdir(), 'electron-'))
  afterAll(() => rmSync(work, { recursive: true, force: true }))

  /** Without network: the download host refuses, and this computer's proxies are not used. */
  function obtain(folder: string) {
    const kept = Object.entries(process.env).filter(([name]) => !/proxy|electron/i.test(name))
    const env = { ...Object.fromEntries(kept), ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_MIRROR: 'http://127.0.0.1:9/' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build/scripts/electron.mjs')], { env, encoding: 'utf8' })
    return { status, stdout, stderr }
  }

  it('prints the path of Electron', () => {
    const program = join(work, { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform as string] ?? 'electron')
    mkdirSync(join(program, '..'), { recursive: true })
    writeFileSync(program, '')
    expect(obtain(work)).toMatchObject({ status: 0, stdout: `${program}\n` })
  })

  it('fails if Electron cannot be downloaded', () => {
    const { status, stderr } = obtain(join(work, 'nothing'))
    expect(status).toBe(1)
    expect(stderr).toContain('无法下载 Electron')
  })
})
