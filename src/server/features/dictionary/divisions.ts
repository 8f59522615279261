import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Division, DivisionPath } from '#shared/features/dictionary/contract.ts'
import { chainOf, findDivisions, wordsOf, type NamedDivision, type Readings } from './divisionSearch.ts'

const unzip = promisify(gunzip)

/** File format: a division's code to its children, each `[code, name]`; the file `provinces` has the key `''`. */
type Children = Readonly<Record<string, readonly (readonly [code: string, name: string])[]>>

/** Number of provinces whose communities are cached, each 0.3 to 3 MB. */
const KEPT = 2

/** All divisions down to the subdistricts, and the readings of the characters in their names. */
interface SearchData {
  readonly upper: readonly NamedDivision[]
  readonly names: ReadonlyMap<string, string>
  readonly readings: Readings
}

/**
 * The administrative divisions by their codes, from provinces (2 digits) down to communities (12), out of the files that the
 * build packed, one a province, read when first asked for.
 */
export function createDivisions(folder: string) {
  const cache = new Map<string, Promise<Children>>()

  async function read<T>(file: string): Promise<T> {
    return JSON.parse((await unzip(await readFile(join(folder, `${file}.json.gz`)))).toString('utf8')) as T
  }

  function load(file: string): Promise<Children> {
    const kept = cache.get(file)
    const loaded = kept ?? read<Children>(file)
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

  let searched: Promise<SearchData> | null = null
  const searchData = (): Promise<SearchData> => {
    searched ??= loadSearchData().catch((error: unknown) => {
      searched = null
      throw error
    })
    return searched
  }
  async function loadSearchData(): Promise<SearchData> {
    const [entries, readings] = await Promise.all([read<readonly (readonly [string, string])[]>('upper'), read<Readings>('readings')])
    return { upper: entries.map(([code, name]) => ({ code, name })), names: new Map(entries), readings }
  }

  return {
    /** The children of a division in data order; the provinces for `''`; empty for an unknown code. */
    async children(parentCode: string): Promise<Division[]> {
      if (parentCode === '') return ((await load('provinces'))[''] ?? []).map(([code, name]) => ({ code, name, isLeaf: false }))
      const data = await provinceOf(parentCode)
      return (data[parentCode] ?? []).map(([code, name]) => ({ code, name, isLeaf: data[code] === undefined }))
    },
    /** The concatenated names of a chain of codes, from the province down; unknown codes have no name. */
    async nameOf(codes: readonly string[]): Promise<string> {
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
    /**
     * Finds divisions by name, each with its ancestors, best match first (`divisionSearch.ts`).
     *
     * @param withinCode the current choice, or `''`: its parts come first, and within a city its communities are searched,
     * too; those of the whole country would take seconds
     */
    async find(condition: string, withinCode: string): Promise<DivisionPath[]> {
      const words = wordsOf(condition)
      if (words.length === 0) return []
      const { upper, names, readings } = await searchData()
      const communities = withinCode.length < 4 ? [] : communitiesIn(await provinceOf(withinCode), withinCode)
      const lowest = new Map(communities.map(({ code, name }) => [code, name]))
      const nameOf = (code: string): string => names.get(code) ?? lowest.get(code) ?? ''
      const codes = findDivisions([...upper, ...communities], words, { nameOf, readings, preferred: withinCode })
      return codes.map((code) => ({ path: chainOf(code).map((each) => ({ code: each, name: nameOf(each) })) }))
    },
  }
}
export type Divisions = ReturnType<typeof createDivisions>

/** The lowest-level divisions below another one. */
function communitiesIn(province: Children, withinCode: string): NamedDivision[] {
  return Object.entries(province).flatMap(([parent, children]) =>
    parent.length === 9 && parent.startsWith(withinCode) ? children.map(([code, name]) => ({ code, name })) : [],
  )
}
