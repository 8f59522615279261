type Pinyin = (typeof import('pinyin-pro'))['pinyin']

let reading: Promise<Pinyin> | undefined

/** Size of the cache of initials; an owner of many properties is converted once. */
const REMEMBERED = 50_000

/**
 * Returns a function from names to pinyin initials: `张三/单雄信` is `zs/sxx`.
 *
 * One character each: characters without a reading (Latin letters, digits, `/`) stay, lower-cased. The first character is
 * read as a surname. The readings (half a megabyte) are loaded at the first search with letters.
 */
export async function loadInitials(): Promise<(name: string) => string> {
  reading ??= import('pinyin-pro').then((library) => library.pinyin)
  const pinyin = await reading
  return (name) => {
    const known = remembered.get(name)
    if (known !== undefined) return known
    const initials = name
      .split('/')
      .map((one) => pinyin(one, { pattern: 'first', toneType: 'none', type: 'array', surname: 'head' }).map(lowerCased).join(''))
      .join('/')
    if (remembered.size >= REMEMBERED) remembered.clear()
    remembered.set(name, initials)
    return initials
  }
}
/** Lower-cases to one character, although `İ` in lower case is an `i` plus a combining dot. */
const lowerCased = (character: string): string => Array.from(character.toLowerCase())[0] ?? ''

const remembered = new Map<string, string>()
