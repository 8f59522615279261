import type { LayoutPage } from '#shared/features/paper/layout.ts'

/**
 * The answers' words as printed, one bit per dot: masked as rectangles, they would hide a tick on a word.
 *
 * Row by row in hexadecimal, the first dot in the highest of 60 bits. The ballots' font is embedded, so that they are the
 * same on all papers; a test regenerates them.
 */
const rows: Readonly<Record<LayoutPage['boxes'][number]['answer'], string>> = {
  1: '0 0 0 c0000 ffffe000c0000 1ffffe1ffffc00 1ffffe1ffffe00 18000601c0e000 18ffc601c1e000 1bfff63fffff00 1bffe63fffff00 18000607fff800 18000607fff800 18ffc607fff800 18ffc607fff800 18c0c607fff800 18c0c607003800 18c0c607fff800 18c0c607fff800 18ffc6001c0000 18ffc606df1c00 18c0060ec75c00 18c0061ec2ee00 18003e1cffe600 18007e38ffe600 18007c007fc000',
  2: '0 0 0 1800 3f800001c00 7fffc00001c00 fffc000601c00 f80003ff01c00 e00003ff01c00 e0000007fff00 f0010007fff00 ffffc007fff00 ffffc1c601c00 ee0381ee01c00 e60380fe71c00 e707007e71c00 e78f003c31c00 e39e003e39c00 e1dc003e19c00 e0fc003f19c00 1e0f8007781c00 1c1fc00f381c00 1c7df01e101c00 3bf8fe3c01fc00 3be03e3801f800 1300061001f000',
  3: '0 0 0 180003000000 1c0007000000 1e00071ffe00 3fffff071fff00 3fffff071ffe00 1ffffe3ffc0600 1e1e07fec0e00 3c0f03fee0e00 ffff8070e0e00 ffffc0f8e0c00 fff9e0fc71c00 1c0cc1fe73c00 1c1e01f773800 1c1e01f73b800 3fffff3f23f000 3fffff3701e000 1c1e07701e000 3c1e07703f000 381e00707f800 701e0070f3c00 3f01e0073e1f00 3c01e0077c0f00 3000c003300600',
}

/** Position of a word's dots, in millimetres from the left edge of its box and from the middle of its height; and dots per row. */
export const WORD_AT = { x: -10.4, y: -2.5667, width: 60 } as const

/** Dots by which a word is dilated: 0.33 mm, and 0.5 mm in a coarse picture. */
const FINE_REACH = 2
const COARSE_REACH = 3

const known = new Map<string, readonly number[]>()

/** The dots that a word's letters may darken, as indices into rows of `WORD_AT.width`; those beyond an edge are dropped. */
export function wordGlyphs(answer: LayoutPage['boxes'][number]['answer'], isCoarse: boolean): readonly number[] {
  const key = `${answer} ${isCoarse}`
  const made = known.get(key) ?? fattened(dotsOf(rows[answer]), isCoarse ? COARSE_REACH : FINE_REACH)
  known.set(key, made)
  return made
}

/** Decodes the dots above. */
function dotsOf(text: string): { readonly x: number; readonly y: number }[] {
  return text
    .split(' ')
    .flatMap((row, y) => Array.from(BigInt(`0x${row}`).toString(2).padStart(WORD_AT.width, '0')).flatMap((bit, x) => (bit === '1' ? [{ x, y }] : [])))
}

function fattened(dots: readonly { readonly x: number; readonly y: number }[], reach: number): readonly number[] {
  const found = new Set<number>()
  for (const { x, y } of dots)
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1) {
        const column = x + dx
        if (dx ** 2 + dy ** 2 <= reach ** 2 + 1 && column >= 0 && column < WORD_AT.width && y + dy >= 0) found.add((y + dy) * WORD_AT.width + column)
      }
  return [...found]
}
