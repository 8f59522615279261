type Pinyin = (typeof import('pinyin-pro'))['pinyin']

let reading: Promise<Pinyin> | undefined

/** Names whose initials are remembered; an owner of many properties is read once. */
const REMEMBERED = 50_000

/**
 * Answers what reads the initials of names: `张三/单雄信` is `zs/sxx`.
 *
 * A character a character: what has no reading (Latin letters, digits, `/`) stands for itself, lower-cased. The first
 * character is read as a surname. The readings (half a megabyte) are loaded when somebody first searches with letters.
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
/** Of a character one, though `İ` in lower case is an `i` and a dot of its own. */
const lowerCased = (character: string): string => Array.from(character.toLowerCase())[0] ?? ''

const remembered = new Map<string, string>()
