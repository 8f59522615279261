import { isPlain, normalText } from '../text/normalise.ts'

/** Separates the parts of a path, and occurs in none of them (`wire.md` section 3). */
export const PATH_SEPARATOR = '▶'

const levelsOf = (path: string): string[] => path.split(PATH_SEPARATOR).filter((level) => level !== '')

/** A path as text, without its empty levels: `一期▶▶3栋▶1单元` is `一期-3栋-1单元`. */
export const pathInWords = (path: string): string => levelsOf(path).join('-')

/** A path as an option on screens, without its empty levels: `一期▶▶3栋▶1单元` is `一期▶3栋▶1单元`. */
export const shownPath = (path: string): string => levelsOf(path).join(PATH_SEPARATOR)

/** Maximum length of a part of a place. */
export const MAX_PLACE = 20

/** A part of a place in stored form: normalised, without blanks or line breaks: `３ 栋` is `3栋`. */
export function placeText(part: string): string {
  if (isPlain(part) && !part.includes(' ')) return part
  return normalText(part).replaceAll(/\s+/g, '')
}

/** The error message for a part of a place, apart from its length, or null; `label` is its display name. */
export function placeFault(label: string, part: string): string | null {
  return part.includes(PATH_SEPARATOR) ? `${label}不能包含${PATH_SEPARATOR}` : null
}
