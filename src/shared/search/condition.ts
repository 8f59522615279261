import { isLandline } from '../owner/numbers.ts'
import { folded } from '../text/folded.ts'
import { withoutEndHyphens } from '../text/normalise.ts'
import { holdsPlaceMarker, placeToken, splitAtMarkers, type PlaceToken } from './places.ts'

/**
 * One word of a search, classified by where to search it (`wire.md` section 6).
 *
 * - `place`: contains 期, 区, 栋, 幢, 座, 号楼 or 单元
 * - `path`: several words of a place joined by `-`: `3-1-1201`, `一期-3栋-1单元-1201`
 * - `digits`: a number, or one ending in x like ID numbers
 * - `letters`: Latin letters, possibly a name's initials
 * - `plain`: anything else
 */
export interface SearchTerm {
  readonly kind: 'place' | 'path' | 'digits' | 'letters' | 'plain'
  /** Folded; see folded(). */
  readonly text: string
  /** The parts of a place it may name, in order. */
  readonly tokens: readonly PlaceToken[]
}

/** Fewer digits are searched only in places and names. */
export const MIN_NUMBER_DIGITS = 4
/** This many digits are a phone or an ID number in any context. */
export const WHOLE_NUMBER_DIGITS = 11

/** A number separated from its marker: `3 栋`. */
const apartMarker = /(?<=[\d一二三四五六七八九十])\s+(?=期|区|栋|幢|座|号楼|单元)/g
/** A mobile number in the usual groups: `138 1234 5678`, `+86 138-1234-5678`. */
const groupedPhone = /(?<![\d-])(?:\+?86[ -]?)?(1[3-9]\d)[ -]?(\d{4})[ -]?(\d{4})(?![\d-])/g

/** Words of a search, all of which must match; empty for a blank search. */
export function searchTerms(condition: string): SearchTerm[] {
  const words = folded(condition).split(/\s+/).map(withoutEndHyphens)
  const written = words.join(' ').replace(groupedPhone, '$1$2$3').replace(apartMarker, '').trim()
  if (written === '') return []
  const parts = written
    .split(/[\s/、,;▶]+/)
    .map(withoutEndHyphens)
    .filter((part) => part !== '')
  // Only separators: searched literally.
  return (parts.length === 0 ? [written] : parts).map(termOf)
}

function termOf(text: string): SearchTerm {
  // No place looks like a landline.
  if (isLandline(text)) return { kind: 'digits', text, tokens: [placeToken(text)] }
  const segments = text.split('-').filter((segment) => segment !== '')
  if (segments.length > 1) return { kind: 'path', text, tokens: segments.flatMap(splitAtMarkers).map(placeToken) }
  if (holdsPlaceMarker(text)) return { kind: 'place', text, tokens: splitAtMarkers(text).map(placeToken) }
  const tokens = [placeToken(text)]
  if (/^(?:\d+|\d{3,}x)$/.test(text)) return { kind: 'digits', text, tokens }
  return { kind: /^[a-z]+$/.test(text) ? 'letters' : 'plain', text, tokens }
}
