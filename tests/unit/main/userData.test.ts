import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localProfile, moveUserData, type UserDataFolders } from '../../../src/main/userData.ts'

let folder: string
let folders: UserDataFolders
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vote-user-data-'))
  folders = { old: join(folder, 'Roaming', '社区投票平台'), current: join(folder, 'Local', '社区投票平台') }
  mkdirSync(dirname(folders.old))
  mkdirSync(dirname(folders.current))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const day = (number: number): Date => new Date(Date.UTC(2026, 4, number))

function write(root: string, files: Readonly<Record<string, string>>, at = day(1)): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    utimesSync(join(root, path), at, at)
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
const below = (profile: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${profile}/社区投票平台/${path}`, content]))

const data = { 'settings.json': '{}', 'data/vote.db': 'votes', 'data/backup/vote-1.db': 'copy', 'logs/main.log': 'log', 'Local State': 'key' }
const failing = (code: string, when: (from: string, to: string) => boolean) => (from: string, to: string) => {
  if (when(from, to)) throw Object.assign(new Error(code), { code })
  renameSync(from, to)
}
const isBetweenProfiles = (from: string, to: string) => from.includes('Roaming') !== to.includes('Roaming')
const otherVolume = failing('EXDEV', isBetweenProfiles)
const moved = (rename?: (from: string, to: string) => void) => moveUserData(folders, { ...(rename ? { rename } : {}), now: () => day(9) })

describe('the user data folder', () => {
  it('belongs into the local profile on Windows, and stays elsewhere and where the command line names it', () => {
    const windows = { platform: 'win32', environment: { LOCALAPPDATA: folders.current.slice(0, -7) }, args: [], userData: folders.old } as const
    expect(localProfile(windows)).toEqual(folders)
    expect(localProfile({ ...windows, platform: 'linux' })).toBeNull()
    expect(localProfile({ ...windows, environment: {} })).toBeNull()
    expect(localProfile({ ...windows, args: ['--user-data-dir=D:\\vote'] })).toBeNull()
  })

  it.each([
    ['the same volume', undefined],
    ['another volume', otherVolume],
  ])('moves whole, once, within %s', (_where, rename) => {
    write(folders.old, data)
    expect(moved(rename)).toEqual({ folder: folders.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
    expect(moved(rename)).toEqual({ folder: folders.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
  })

  it('is not looked for where no program has worked', () => {
    write(folders.old, { 'Cache/1': 'x' })
    expect(moved()).toEqual({ folder: folders.current, notice: null })
  })

  it('takes neither caches nor locks to another volume', () => {
    write(folders.old, { ...data, lockfile: '', 'code-cache/a': 'x', 'Code Cache/js/a': 'x' })
    moved(otherVolume)
    expect(everything()).toEqual(below('Local', data))
  })

  it.each(['EPERM', 'EBUSY', 'EACCES', 'ENOSPC'])('stays where it is and whole where a move ends with %s', (code) => {
    write(folders.old, data)
    expect(moved(failing(code, () => true))).toEqual({ folder: folders.old, notice: null })
    expect(everything()).toEqual(below('Roaming', data))
  })

  it('is copied anew after an interrupted copy, which is not used', () => {
    write(folders.old, data)
    write(`${folders.current}.moving`, { 'data/vote.db': 'vo', 'data/none.db': 'x' })
    expect(moved(otherVolume).folder).toBe(folders.current)
    expect(everything()).toEqual(below('Local', data))
  })

  it('is one again where the interruption came between the copy and the removal', () => {
    write(folders.old, data)
    write(folders.current, data)
    expect(moved(otherVolume)).toEqual({ folder: folders.current, notice: null })
    expect(everything()).toEqual(below('Local', data))
  })

  it('is the copy where the old one cannot be removed; at the next start the old one is kept beside', () => {
    write(folders.old, data)
    const inUse = failing('EBUSY', (from) => from === folders.old)
    const first = moved((from, to) => (from === folders.old && to === folders.current ? otherVolume(from, to) : inUse(from, to)))
    expect(first.folder).toBe(folders.current)
    write(folders.current, { 'data/vote.db': 'more votes' }, day(2))
    expect(moved(otherVolume).folder).toBe(folders.current)
    expect(everything()).toMatchObject(below('Local', { ...data, 'data/vote.db': 'more votes' }))
    expect(Object.entries(everything()).filter(([path, content]) => path.startsWith('Roaming') && content === 'votes')).toHaveLength(1)
  })

  it.each([
    ['old', 3, 'Roaming', 'Local'],
    ['new', 1, 'Local', 'Roaming'],
  ])('is the %s one of two where that changed last; the other is kept, and the notice says where', (_which, oldDay, winner, loser) => {
    write(folders.old, { 'data/vote.db': 'in Roaming' }, day(oldDay))
    write(folders.current, { 'data/vote.db': 'in Local' }, day(2))
    const kept = join(folder, loser, '社区投票平台.kept-20260509T000000')
    expect(moved()).toEqual({ folder: folders.current, notice: `发现两份程序数据，已使用最近改动的一份；另一份没有改动，保存在 ${kept}` })
    expect(readFileSync(join(folders.current, 'data/vote.db'), 'utf8')).toBe(`in ${winner}`)
    expect(readFileSync(join(kept, 'data/vote.db'), 'utf8')).toBe(`in ${loser}`)
  })

  it('is the newer of two also where the other cannot be put aside', () => {
    write(folders.old, { 'data/vote.db': 'newer' }, day(3))
    write(folders.current, { 'data/vote.db': 'older' }, day(2))
    const inUse = failing('EBUSY', () => true)
    expect(moved(inUse).folder).toBe(folders.old)
    write(folders.current, { 'data/vote.db': 'newest' }, day(4))
    expect(moved(inUse).folder).toBe(folders.current)
  })

  it('that is empty but for caches gives way', () => {
    write(folders.old, data)
    write(folders.current, { 'Cache/1': 'x' })
    expect(moved()).toEqual({ folder: folders.current, notice: null })
    expect(everything()).toMatchObject(below('Local', data))
  })
})
