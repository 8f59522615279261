import { isPlain, normalText } from '../text/normalise.ts'

/** Stands between the parts of a path, and so in none of them (`wire.md` section 3). */
export const PATH_SEPARATOR = '▶'

const levelsOf = (path: string): string[] => path.split(PATH_SEPARATOR).filter((level) => level !== '')

/** A path in a sentence, without its empty levels: `一期▶▶3栋▶1单元` is `一期-3栋-1单元`. */
export const pathInWords = (path: string): string => levelsOf(path).join('-')

/** A path as a choice on a screen, without its empty levels: `一期▶▶3栋▶1单元` is `一期▶3栋▶1单元`. */
export const shownPath = (path: string): string => levelsOf(path).join(PATH_SEPARATOR)

/** As long as a part of a place may be. */
export const MAX_PLACE = 20

/** A part of a place as it is stored: normalised, without blanks or line breaks: `３ 栋` is `3栋`. */
export function placeText(part: string): string {
  if (isPlain(part) && !part.includes(' ')) return part
  return normalText(part).replaceAll(/\s+/g, '')
}

/** What is wrong with a part of a place, its length aside, or null; `label` is its name for people. */
export function placeFault(label: string, part: string): string | null {
  return part.includes(PATH_SEPARATOR) ? `${label}不能包含${PATH_SEPARATOR}` : null
}
