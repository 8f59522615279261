import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localProfile, moveHome, type Homes } from '../../../src/main/home.ts'

let folder: string
let homes: Homes
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-home-'))
  homes = { old: join(folder, 'Roaming', '社区投票平台'), current: join(folder, 'Local', '社区投票平台') }
  mkdirSync(dirname(homes.old))
  mkdirSync(dirname(homes.current))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const day = (number: number): Date => new Date(Date.UTC(2026, 4, number))

function write(home: string, files: Readonly<Record<string, string>>, at = day(1)): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
    utimesSync(join(home, path), at, at)
  }
}

/** Every file below both profiles and what it holds. */
function everything(): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  )
}
const below = (home: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${home}/社区投票平台/${path}`, content]))

const data = { 'settings.json': '{}', 'data/vote.db': 'votes', 'data/backup/vote-1.db': 'copy', 'logs/main.log': 'log', 'Local State': 'key' }
const failing = (code: string, when: (from: string, to: string) => boolean) => (from: string, to: string) => {
  if (when(from, to)) throw Object.assign(new Error(code), { code })
  renameSync(from, to)
}
const isBetweenProfiles = (from: string, to: string) => from.includes('Roaming') !== to.includes('Roaming')
const otherVolume = failing('EXDEV', isBetweenProfiles)
const moved = (rename?: (from: string, to: string) => void) => moveHome(homes, { ...(rename ? { rename } : {}), now: () => day(9) })

describe('the home', () => {
  it('belongs into the local profile on Windows, and stays elsewhere and where the command line names it', () => {
    const windows = { platform: 'win32', environment: { LOCALAPPDATA: homes.current.slice(0, -7) }, args: [], userData: homes.old } as const
    expect(localProfile(windows)).toEqual(homes)
    expect(localProfile({ ...windows, platform: 'linux' })).toBeNull()
    expect(localProfile({ ...windows, environment: {} })).toBeNull()
    expect(localProfile({ ...windows, args: ['--user-data-dir=D:\\vote'] })).toBeNull()
  })

  it.each([
    ['the same volume', undefined],
    ['another volume', otherVolume],
  ])('moves whole, once, within %s', (_where, rename) => {
    write(homes.old, data)
    expect(moved(rename)).toEqual({ home: homes.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
    expect(moved(rename)).toEqual({ home: homes.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
  })

  it('is not looked for where no program has worked', () => {
    write(homes.old, { 'Cache/1': 'x' })
    expect(moved()).toEqual({ home: homes.current, notice: null })
  })

  it('takes neither caches nor locks to another volume', () => {
    write(homes.old, { ...data, lockfile: '', 'code-cache/a': 'x', 'Code Cache/js/a': 'x' })
    moved(otherVolume)
    expect(everything()).toEqual(below('Local', data))
  })

  it.each(['EPERM', 'EBUSY', 'EACCES', 'ENOSPC'])('stays where it is and whole where a move ends with %s', (code) => {
    write(homes.old, data)
    expect(moved(failing(code, () => true))).toEqual({ home: homes.old, notice: null })
    expect(everything()).toEqual(below('Roaming', data))
  })

  it('is copied anew after an interrupted copy, whose half nobody uses', () => {
    write(homes.old, data)
    write(`${homes.current}.moving`, { 'data/vote.db': 'vo', 'data/none.db': 'x' })
    expect(moved(otherVolume).home).toBe(homes.current)
    expect(everything()).toEqual(below('Local', data))
  })

  it('is one again where the interruption came between the copy and the removal', () => {
    write(homes.old, data)
    write(homes.current, data)
    expect(moved(otherVolume)).toEqual({ home: homes.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
  })

  it('is the copy where the old one cannot be removed; at the next start the old one is kept beside', () => {
    write(homes.old, data)
    const inUse = failing('EBUSY', (from) => from === homes.old)
    const first = moved((from, to) => (from === homes.old && to === homes.current ? otherVolume(from, to) : inUse(from, to)))
    expect(first.home).toBe(homes.current)
    write(homes.current, { 'data/vote.db': 'more votes' }, day(2))
    expect(moved(otherVolume).home).toBe(homes.current)
    expect(everything()).toMatchObject(below('Local', { ...data, 'data/vote.db': 'more votes' }))
    expect(Object.entries(everything()).filter(([path, content]) => path.startsWith('Roaming') && content === 'votes')).toHaveLength(1)
  })

  it.each([
    ['old', 3, 'Roaming', 'Local'],
    ['new', 1, 'Local', 'Roaming'],
  ])('is the %s one of two where that changed last; the other is kept, and said', (_which, oldDay, winner, loser) => {
    write(homes.old, { 'data/vote.db': 'in Roaming' }, day(oldDay))
    write(homes.current, { 'data/vote.db': 'in Local' }, day(2))
    const kept = join(folder, loser, '社区投票平台.kept-20260509T000000')
    expect(moved()).toEqual({ home: homes.current, notice: `发现两份程序数据，已使用最近改动的一份；另一份没有改动，保存在 ${kept}` })
    expect(readFileSync(join(homes.current, 'data/vote.db'), 'utf8')).toBe(`in ${winner}`)
    expect(readFileSync(join(kept, 'data/vote.db'), 'utf8')).toBe(`in ${loser}`)
  })

  it('is the newer of two also where the other cannot be put aside', () => {
    write(homes.old, { 'data/vote.db': 'newer' }, day(3))
    write(homes.current, { 'data/vote.db': 'older' }, day(2))
    const inUse = failing('EBUSY', () => true)
    expect(moved(inUse).home).toBe(homes.old)
    write(homes.current, { 'data/vote.db': 'newest' }, day(4))
    expect(moved(inUse).home).toBe(homes.current)
  })

  it('that is empty but for caches gives way', () => {
    write(homes.old, data)
    write(homes.current, { 'Cache/1': 'x' })
    expect(moved()).toEqual({ home: homes.current, notice: null })
    expect(everything()).toMatchObject(below('Local', data))
  })
})
