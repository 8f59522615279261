import type { PrintedPaper } from '#shared/bridge/ballotCommands.ts'
import { drawPage, drawSlips } from '#shared/features/paper/drawing.ts'
import { PAPER, type BallotLayout, type PrintedSlips } from '#shared/features/paper/layout.ts'
import { qrText } from '#shared/features/paper/qr.ts'
import { papersAGroup, slipSheets } from '#shared/features/paper/slips.ts'
import { qrDrawing, sha256 } from './qrDrawing.ts'

/** Path of the ballots' font for the hidden page; build/scripts/font.mjs puts the file into the fonts folder. */
export const FONT_PATH = '/font.ttf'

/** Allows inline styles and the font: no script, no picture, no network. */
export const DOCUMENT_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The print data, and the layout of the pages. */
export interface BallotSet {
  readonly layoutId: string
  readonly layout: BallotLayout
  /** Replaces the layout's own sheet of slips; null if that is printed. */
  readonly slips: PrintedSlips | null
  readonly papers: readonly PrintedPaper[]
}

/** All pages of some papers, in print order. */
function drawnPages({ layoutId, layout: { pages }, slips }: Omit<BallotSet, 'papers'>, papers: readonly PrintedPaper[]): string[] {
  const qrOf = (paper: PrintedPaper, index: number) => qrDrawing(qrText({ code: paper.code, layoutId, page: index + 1 }, sha256))
  const ownPages = pages.flatMap((page, index) => (slips !== null && page.kind === 'slips' ? [] : [{ page, index }]))
  const drawn = papers.flatMap((paper) => ownPages.map(({ page, index }) => drawPage(page, paper, qrOf(paper, index))))
  if (slips === null) return drawn
  // slips are recognised by the kind of their layout page
  const slipsIndex = pages.findIndex(({ kind }) => kind === 'slips')
  const sheets = slipSheets(slips, papers.length).map((sheet) =>
    drawSlips(
      sheet.flatMap((slip) => {
        const paper = papers[slip.paper]
        return paper ? [{ ...slip, values: paper, qr: qrOf(paper, slipsIndex) }] : []
      }),
    ),
  )
  return [...drawn, ...sheets]
}

/** The number of papers printed before their slips, and the pages of both together. */
export function groupOf({ layout: { pages }, slips }: Pick<BallotSet, 'layout' | 'slips'>): { readonly papers: number; readonly pages: number } {
  if (slips === null) return { papers: 1, pages: pages.length }
  const papers = papersAGroup(slips)
  return { papers, pages: papers * pages.filter(({ kind }) => kind === 'ballot').length + slipSheets(slips, papers).length }
}

/**
 * The ballots of one part as an HTML document of A4 pages.
 *
 * Each paper has all pages of the layout in order, each with its QR code; `layoutId` is part of the code. Slips that share a
 * page follow the papers they belong to.
 */
export function ballotDocument(set: BallotSet): string {
  const { papers } = groupOf(set)
  const drawn = Array.from({ length: Math.ceil(set.papers.length / papers) }, (_, group) =>
    drawnPages(set, set.papers.slice(group * papers, (group + 1) * papers)),
  ).flat()
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<title>选票</title>
<link rel="preload" href="${FONT_PATH}" as="font" type="font/ttf" crossorigin>
<style>
@font-face { font-family: Ballot; src: url("${FONT_PATH}"); font-display: block; }
@page { size: ${PAPER.width}mm ${PAPER.height}mm; margin: 0; }
body { margin: 0; font-family: Ballot, "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
svg { display: block; overflow: hidden; break-after: page; }
svg:last-child { break-after: auto; }
</style>
<body>${drawn.join('')}</body>
</html>`
}
