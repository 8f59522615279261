import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { LangConfigurator } from 'app-builder-lib/out/targets/nsis/nsisLang.js'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { Arch, build, type Configuration, Platform } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jpegSize } from '#shared/features/reading/jpegPage.ts'
import { createDecoder, type DecoderOptions } from '../../src/main/scans/decoder.ts'
import { createPageReader } from '../../src/server/features/reading/reader.ts'
import { drawnPages } from '../support/scans/drawnPages.ts'
import { simulatedPapers } from '../support/scans/layouts.ts'
import { emptyPage, pageFile } from '../support/scans/pageFiles.ts'
import { createUtilityProcesses } from '../electron-stand-in/utility-process.ts'

const root = join(import.meta.dirname, '../..')
const configurationFile = join(root, 'build/electron-builder.yml')
const work = mkdtempSync(join(tmpdir(), 'packaging-'))
const dummyElectron = join(work, 'electron')
const executable = 'community-vote-console'

/** The sentinel in Electron's binary by which its fuses are found; nine of them, all off. */
const fuseWire = Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.of(1, 9), Buffer.from('0'.repeat(9))])

let configuration: Configuration
let linux: string
let windows: string

beforeAll(async () => {
  const builder = (await import(pathToFileURL(join(root, 'build/scripts/build.mjs')).href)) as { ensureBuild(): Promise<void> }
  await builder.ensureBuild()
  configuration = await getConfig(root, configurationFile, null)
  makeDummyElectron()
  linux = await pack(root, Platform.LINUX, 'linux')
  windows = await pack(root, Platform.WINDOWS, 'windows')
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** As much of Electron as packing touches: any real Windows program, with the fuse sentinel in it. */
function makeDummyElectron(): void {
  mkdirSync(join(dummyElectron, 'locales'), { recursive: true })
  mkdirSync(join(dummyElectron, 'resources'))
  const program = readFileSync(join(root, 'node_modules/electron-winstaller/vendor/7z-x64.exe'))
  writeFileSync(join(dummyElectron, 'electron.exe'), Buffer.concat([program, fuseWire]))
  writeFileSync(join(dummyElectron, 'electron'), Buffer.concat([Buffer.from('#!/bin/false\n'), fuseWire]))
  chmodSync(join(dummyElectron, 'electron'), 0o755)
  for (const language of ['zh-CN', 'en-US', 'fr']) writeFileSync(join(dummyElectron, 'locales', `${language}.pak`), '')
}

/** Packs without an installer, as the first part of `npm run dist`; returns the unpacked program's folder. */
async function pack(projectDir: string, platform: Platform, name: string, other: Configuration = {}): Promise<string> {
  const output = join(work, name)
  await build({
    projectDir,
    targets: platform.createTarget('dir', Arch.x64),
    publish: 'never',
    config: { extends: configurationFile, electronDist: dummyElectron, electronVersion: electronVersion(), directories: { output }, ...other },
  })
  return join(output, platform === Platform.LINUX ? 'linux-unpacked' : 'win-unpacked')
}

function electronVersion(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> }
  return devDependencies['electron'] ?? ''
}

/** The part of CycloneDX that is checked. */
interface BillOfMaterials {
  readonly components: readonly { readonly 'bom-ref': string; readonly version: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const archiveOf = (folder: string) => join(folder, 'resources/app.asar')

/** Paths within the archive, with slashes and without a leading one; files only. */
function filesIn(archive: string): string[] {
  const entries = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
  return entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)))
}

const textOf = (archive: string, path: string) => extractFile(archive, path).toString('utf8')

describe('app.asar', () => {
  it('contains the bundles, package.json and nothing else', () => {
    for (const folder of [linux, windows]) {
      const files = filesIn(archiveOf(folder))
      expect(files).toEqual(
        expect.arrayContaining([
          'package.json',
          'out/main/index.js',
          'out/main/server-utility.js',
          'out/main/sheet-worker.js',
          'out/main/reading-worker.js',
          'out/main/page-decoder.js',
          'out/main/zxing_reader.wasm',
          'out/main/pdfium.wasm',
          'out/preload/index.cjs',
          'out/renderer/index.html',
        ]),
      )
      expect(files.filter((path) => path !== 'package.json' && !path.startsWith('out/'))).toEqual([])
      const kinds = new Set(files.map((path) => extname(path)))
      expect([...kinds].filter((kind) => !['.js', '.cjs', '.json', '.html', '.css', '.svg', '.png', '.jpg', '.woff2', '.wasm'].includes(kind))).toEqual([])
      expect(files.filter((path) => path.startsWith('out/preload/'))).toEqual(['out/preload/index.cjs'])
    }
  })

  it('mentions no test, stand-in, development server, secret or path of the build machine', () => {
    const archive = archiveOf(windows)
    const scripts = filesIn(archive).filter((path) => /\.(c?js|html|json|css)$/.test(path))
    expect(scripts.length).toBeGreaterThan(8)
    for (const path of scripts) {
      const text = textOf(archive, path)
      for (const stranger of [
        'sourceMappingURL=',
        'stand-in',
        'STANDIN_',
        'vitest',
        'ELECTRON_RENDERER_URL',
        'ws://',
        '开发服务器的验证码是固定的',
        'PRIVATE KEY-----\\n',
        root,
        'ghp_',
        'npm_token',
      ]) {
        expect(text.includes(stranger), `${path}: ${stranger}`).toBe(false)
      }
    }
  })

  it('needs no package: its scripts import only one another, Node and Electron', () => {
    const archive = archiveOf(windows)
    const known = new Set(['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'node:sqlite'])
    let seen = 0
    for (const path of filesIn(archive).filter((name) => /^out\/(main|preload)\/.*\.c?js$/.test(name))) {
      for (const [, specifier = ''] of textOf(archive, path).matchAll(
        /(?:^|[;}\s])(?:import|export)\b[^'"`;()]*?\bfrom\s*["'`]([^"'`]+)["'`]|\bimport\s*["'`]([^"'`]+)["'`]/g,
      )) {
        if (specifier === '') continue
        seen += 1
        const isNeighbour = specifier.startsWith('.') && filesIn(archive).includes(join(dirname(path), specifier).replaceAll('\\', '/'))
        expect(known.has(specifier) || isNeighbour, `${path} imports ${specifier}`).toBe(true)
      }
    }
    expect(seen).toBeGreaterThan(20)
  })

  /** Extracts the archive's bundles; returns a function from name to path. */
  function unpacked(): (name: string) => string {
    const archive = archiveOf(windows)
    const folder = join(work, 'reading')
    for (const path of filesIn(archive).filter((name) => name.startsWith('out/main/'))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), extractFile(archive, path))
    }
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    return (name) => join(folder, 'out/main', name)
  }

  it('can render a scanned page with its own files', async () => {
    const processes = createUtilityProcesses(() => undefined)
    const decoder = createDecoder({
      utilityProcess: processes.utilityProcess as unknown as DecoderOptions['utilityProcess'],
      script: unpacked()('page-decoder.js'),
      environment: {},
      log: { warn: () => undefined },
    })
    try {
      const bytes = emptyPage()
      expect(await decoder.open('scan', { name: 'scan.jpg', bytes })).toEqual({ pageCount: 1 })
      const jpeg = await decoder.draw('scan', 1)
      expect(jpegSize(jpeg ?? new Uint8Array())).toEqual({ width: 900, height: 800, components: 1 })
    } finally {
      decoder.stop()
      processes.stopAll()
    }
  })

  it('can read a ballot page with its own files', async () => {
    const beside = unpacked()
    const reader = createPageReader({
      workerUrl: pathToFileURL(beside('reading-worker.js')),
      qrWasm: beside('zxing_reader.wasm'),
      pdfWasm: beside('pdfium.wasm'),
    })
    const [paper] = simulatedPapers()
    if (!paper) throw new Error('there is no paper')
    const [picture] = await drawnPages(paper)
    if (!picture) throw new Error('there is no page')
    const found = await reader.read(pageFile(picture), { key: 'page', layout: paper, signal: new AbortController().signal })
    expect(found).toMatchObject({ kind: 'read', mark: { code: paper.code, page: 1 }, isFlat: false })
  })

  it('has a preload with the three channels and no validation code', () => {
    const preload = textOf(archiveOf(windows), 'out/preload/index.cjs')
    expect(preload).toContain('bridge.call')
    expect(preload).not.toContain('zod')
    expect(preload.length).toBeLessThan(2_000)
  })

  it('excludes stray files of a developer’s folder', { timeout: 60_000 }, async () => {
    const project = join(work, 'project')
    const {
      dependencies: _none,
      devDependencies: _neither,
      ...manifest
    } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>
    const strange = {
      'package.json': JSON.stringify(manifest),
      'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
      'out/main/index.js': 'export {}',
      'out/main/index.js.map': '{}',
      'out/main/left-over.ts': 'export {}',
      'out/renderer/.env.local': 'SECRET=1',
      'out/renderer/.env': 'SECRET=1',
      '.env': 'SECRET=1',
      '.data/vote.db': 'data',
      'src/main/index.ts': 'export {}',
      'tests/electron-stand-in/boot.ts': 'export {}',
      'node_modules/left-pad/index.js': 'module.exports = 1',
      'node_modules/left-pad/package.json': '{"name":"left-pad","version":"1.0.0"}',
      'resources/divisions/11.json.gz': 'x',
    }
    for (const [path, content] of Object.entries(strange)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), content)
    }
    cpSync(join(root, 'build/resources'), join(project, 'build/resources'), { recursive: true })
    const archive = archiveOf(await pack(project, Platform.LINUX, 'strange', { beforePack: null }))
    expect(filesIn(archive).sort()).toEqual(['out/main/index.js', 'package.json'])
  })
})

describe('the installed program folder', () => {
  it('has divisions, templates, recount page and PDF font beside the archive, and only the needed locales', () => {
    for (const folder of [linux, windows]) {
      expect(readdirSync(join(folder, 'resources')).sort()).toEqual(['app.asar', 'divisions', 'fonts', 'legal', 'recount', 'templates'])
      expect(readdirSync(join(folder, 'resources/divisions')).length).toBeGreaterThan(30)
      expect(readdirSync(join(folder, 'resources/templates')).sort()).toEqual(['made.json', 'temp.xlsx', 'temp_notify.xlsx'])
      expect(readdirSync(join(folder, 'resources/fonts')).sort()).toEqual(['NotoSansSC-Regular.ttf', 'OFL.txt', 'made.json'])
      expect(readFileSync(join(folder, 'resources/fonts/OFL.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE Version 1.1')
      expect(readdirSync(join(folder, 'resources/recount')).sort()).toEqual(['made.json', 'template.html'])
      expect(readdirSync(join(folder, 'locales')).sort()).toEqual(['en-US.pak', 'zh-CN.pak'])
    }
  })

  it('lists third-party components and their licences', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
    for (const folder of [linux, windows]) {
      const legal = join(folder, 'resources/legal')
      expect(readdirSync(legal).sort()).toEqual(['sbom.cdx.json', 'third-party-licences.txt'])
      const bill = JSON.parse(readFileSync(join(legal, 'sbom.cdx.json'), 'utf8')) as BillOfMaterials
      expect(bill).toMatchObject({
        bomFormat: 'CycloneDX',
        specVersion: '1.6',
        metadata: { component: { type: 'application', name: 'community-vote-console' } },
      })
      const known = new Set(bill.components.map((part) => part['bom-ref']))
      expect(known.size).toBe(bill.components.length)
      for (const [name, version] of Object.entries({ ...dependencies, electron: electronVersion() }))
        expect(known).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`)
      const react = bill.components.find((part) => part['bom-ref'].startsWith('pkg:npm/react@'))
      expect(react).toMatchObject({ version: dependencies['react'], licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] })
      expect(
        bill.dependencies.every(({ ref, dependsOn }) => (ref === 'community-vote-console' || known.has(ref)) && dependsOn.every((one) => known.has(one))),
      ).toBe(true)
      expect(bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/react-dom@'))?.dependsOn).toEqual([expect.stringContaining('pkg:npm/scheduler@')])
      // Build- and test-only packages are excluded.
      expect([...known].filter((one) => /pkg:npm\/(vitest|oxlint|electron-builder)@/.test(one))).toEqual([])
      const texts = readFileSync(join(legal, 'third-party-licences.txt'), 'utf8')
      expect(texts).toContain(`react ${dependencies['react'] ?? ''} (MIT)`)
      expect(texts).toContain(readFileSync(join(root, 'node_modules/react/LICENSE'), 'utf8').trim())
      expect(texts).toContain('SIL OPEN FONT LICENSE Version 1.1')
      expect(texts).not.toContain(root)
    }
  })

  it('has its fuses set in the binary itself', async () => {
    for (const binary of [join(linux, executable), join(windows, `${executable}.exe`)]) {
      const wire = await getCurrentFuseWire(binary)
      const off = [
        FuseV1Options.RunAsNode,
        FuseV1Options.EnableNodeOptionsEnvironmentVariable,
        FuseV1Options.EnableNodeCliInspectArguments,
        FuseV1Options.GrantFileProtocolExtraPrivileges,
      ]
      const on = [FuseV1Options.EnableCookieEncryption, FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar]
      for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE)
      for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE)
    }
  })

  it('has the archive’s hash in the Windows program, which checks it', () => {
    const { headerString } = getRawHeader(archiveOf(windows))
    const hash = createHash('sha256').update(headerString).digest('hex')
    expect(readFileSync(join(windows, `${executable}.exe`)).includes(hash)).toBe(true)
  })
})

describe('the installer', () => {
  it('is in Chinese, offers user and folder choices, and creates a desktop shortcut', () => {
    const { nsis, win } = configuration
    expect(nsis).toMatchObject({
      oneClick: false,
      perMachine: false,
      selectPerMachineByDefault: false,
      allowElevation: true,
      allowToChangeInstallationDirectory: true,
      createDesktopShortcut: true,
      createStartMenuShortcut: true,
      language: '2052',
    })
    expect(new LangConfigurator(nsis ?? {}).langs).toEqual(['zh_CN'])
    expect(win?.target).toEqual([{ target: 'nsis', arch: ['x64'] }])
    expect(nsis?.artifactName).toContain('${version}')
  })

  it('keeps the data on uninstall, unless the user chooses otherwise', () => {
    const { nsis } = configuration
    expect(nsis).toMatchObject({ deleteAppDataOnUninstall: false, include: 'build/installer.nsh' })
    const script = readFileSync(join(root, 'build/installer.nsh'), 'utf8')
    expect(script).toContain('!macro customUnInstall')
    expect(script).toContain('${ifNot} ${Silent}')
    expect(script).toContain('${andIfNot} ${isUpdated}')
    // An installation for all users deletes nobody's data.
    expect(script).toContain('${andIf} $installMode != "all"')
    // The default button is 否, as is the unattended answer.
    expect(script).toMatch(/MessageBox MB_YESNO\|MB_ICONQUESTION\|MB_DEFBUTTON2 .*\/SD IDNO IDNO keepData/)
    expect([...script.matchAll(/RMDir.*/g)].map(([line]) => line)).toEqual([
      'RMDir /r "$LOCALAPPDATA\\${PRODUCT_NAME}"',
      'RMDir /r "$APPDATA\\${PRODUCT_NAME}"',
    ])
  })

  it('refuses Windows versions that Electron does not support', () => {
    const script = readFileSync(join(root, 'build/installer.nsh'), 'utf8')
    expect(script).toMatch(/!macro customInit\s+\$\{ifNot\} \$\{AtLeastWin10\}\s+MessageBox [^\n]*需要 Windows 10 或更高版本[^\n]*\s+Quit/)
    // The README states it too.
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('Windows 10')
  })

  it('uses the same application id as the running program', () => {
    const title = readFileSync(join(root, 'src/main/title.ts'), 'utf8')
    expect(title).toContain(`const APP_ID = '${configuration.appId ?? ''}'`)
  })

  it('has the product’s icon in every size that Windows needs', () => {
    const icon = readFileSync(join(root, 'build/resources/icon.ico'))
    const count = icon.readUInt16LE(4)
    const sizes = Array.from({ length: count }, (_image, index) => icon[6 + index * 16] || 256)
    expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    for (let index = 0; index < count; index += 1) {
      const [length, offset] = [icon.readUInt32LE(14 + index * 16), icon.readUInt32LE(18 + index * 16)]
      expect(offset + length).toBeLessThanOrEqual(icon.length)
    }
    const png = readFileSync(join(root, 'build/resources/icon.png'))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512])
    expect(existsSync(join(root, 'build/scripts/icon.mjs'))).toBe(true)
  })
})
