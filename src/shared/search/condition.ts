import { isLandline } from '../owner/numbers.ts'
import { folded } from '../text/folded.ts'
import { withoutEndHyphens } from '../text/normalise.ts'
import { holdsPlaceMarker, placeToken, splitAtMarkers, type PlaceToken } from './places.ts'

/**
 * One word of a search, by where it is looked for (`wire.md` section 6).
 *
 * - `place`: holds 期, 区, 栋, 幢, 座, 号楼 or 单元
 * - `path`: several words of a place with `-` between them: `3-1-1201`, `一期-3栋-1单元-1201`
 * - `digits`: a number, or one that ends in x as ID numbers do
 * - `letters`: Latin letters, which may be the initials of a name
 * - `plain`: anything else
 */
export interface SearchTerm {
  readonly kind: 'place' | 'path' | 'digits' | 'letters' | 'plain'
  /** Folded; see folded(). */
  readonly text: string
  /** What it would name in a place, in its order. */
  readonly tokens: readonly PlaceToken[]
}

/** Fewer digits than this are looked for in places and names only. */
export const MIN_NUMBER_DIGITS = 4
/** As many digits as this are a phone or an ID number whatever stands next to them. */
export const WHOLE_NUMBER_DIGITS = 11

/** A number and its marker, written apart: `3 栋`. */
const apartMarker = /(?<=[\d一二三四五六七八九十])\s+(?=期|区|栋|幢|座|号楼|单元)/g
/** A mobile number in groups, as people write it down: `138 1234 5678`, `+86 138-1234-5678`. */
const groupedPhone = /(?<![\d-])(?:\+?86[ -]?)?(1[3-9]\d)[ -]?(\d{4})[ -]?(\d{4})(?![\d-])/g

/** The words of a search, all of which must match; none if there is nothing to search for. */
export function searchTerms(condition: string): SearchTerm[] {
  const words = folded(condition).split(/\s+/).map(withoutEndHyphens)
  const written = words.join(' ').replace(groupedPhone, '$1$2$3').replace(apartMarker, '').trim()
  if (written === '') return []
  const parts = written
    .split(/[\s/、,;▶]+/)
    .map(withoutEndHyphens)
    .filter((part) => part !== '')
  // Nothing but separators: they are looked for as they are.
  return (parts.length === 0 ? [written] : parts).map(termOf)
}

function termOf(text: string): SearchTerm {
  // No place is written like a landline.
  if (isLandline(text)) return { kind: 'digits', text, tokens: [placeToken(text)] }
  const segments = text.split('-').filter((segment) => segment !== '')
  if (segments.length > 1) return { kind: 'path', text, tokens: segments.flatMap(splitAtMarkers).map(placeToken) }
  if (holdsPlaceMarker(text)) return { kind: 'place', text, tokens: splitAtMarkers(text).map(placeToken) }
  const tokens = [placeToken(text)]
  if (/^(?:\d+|\d{3,}x)$/.test(text)) return { kind: 'digits', text, tokens }
  return { kind: /^[a-z]+$/.test(text) ? 'letters' : 'plain', text, tokens }
}
