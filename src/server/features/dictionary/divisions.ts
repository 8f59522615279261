import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Division } from '#shared/features/dictionary/contract.ts'

const unzip = promisify(gunzip)

/** A file's shape: a division's code to its children, each `[code, name]`; the file `provinces` has the key `''`. */
type Children = Readonly<Record<string, readonly (readonly [code: string, name: string])[]>>

/** Provinces whose communities are kept in memory at once, each 0.3 to 3 MB. */
const KEPT = 2

export interface Divisions {
  /** The children of a division in the data's order; the provinces for `''`; none for an unknown code. */
  children(parentCode: string): Promise<Division[]>
  /** The names of a chain of codes, from the province down, joined; an unknown code has no name. */
  nameOf(codes: readonly string[]): Promise<string>
}

/** The administrative divisions out of the files that the build packed, one a province, read when first asked for. */
export function createDivisions(folder: string): Divisions {
  const cache = new Map<string, Promise<Children>>()

  function load(file: string): Promise<Children> {
    const kept = cache.get(file)
    const loaded = kept ?? readFile(join(folder, `${file}.json.gz`)).then(async (packed) => JSON.parse((await unzip(packed)).toString('utf8')) as Children)
    cache.delete(file)
    cache.set(file, loaded)
    const [oldest] = [...cache.keys()].filter((name) => name !== 'provinces')
    if (oldest !== undefined && cache.size > KEPT + 1) cache.delete(oldest)
    return loaded
  }

  async function provinceOf(code: string): Promise<Children> {
    const provinces = (await load('provinces'))[''] ?? []
    const province = code.slice(0, 2)
    return provinces.some(([known]) => known === province) ? load(province) : {}
  }

  return {
    async children(parentCode) {
      if (parentCode === '') return ((await load('provinces'))[''] ?? []).map(([code, name]) => ({ code, name, isLeaf: false }))
      const data = await provinceOf(parentCode)
      return (data[parentCode] ?? []).map(([code, name]) => ({ code, name, isLeaf: data[code] === undefined }))
    },
    async nameOf(codes) {
      const names: string[] = []
      let parent = ''
      for (const code of codes) {
        if (code === '') break
        const siblings = parent === '' ? ((await load('provinces'))[''] ?? []) : ((await provinceOf(parent))[parent] ?? [])
        const name = siblings.find(([known]) => known === code)?.[1]
        if (name === undefined) break
        names.push(name)
        parent = code
      }
      return names.join('')
    },
  }
}
