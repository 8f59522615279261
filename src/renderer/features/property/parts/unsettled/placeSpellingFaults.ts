import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { normalText } from '#shared/text/normalise.ts'

/** What is odd about how a place is written, in words: what cannot be seen on the screen is described. */
export function placeSpellingFaults(place: string): string[] {
  const visible = place.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
  const found: string[] = []
  if (visible !== place) found.push('有看不见的字符')
  if (/\s/.test(visible)) found.push('有空格')
  const withoutBlanks = visible.replaceAll(/\s/g, '')
  if (normalText(withoutBlanks) !== withoutBlanks) found.push('有全角或变形的字符')
  if (place.includes(PATH_SEPARATOR)) found.push(`有 ${PATH_SEPARATOR}`)
  return found
}
