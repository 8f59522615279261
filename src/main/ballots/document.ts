import type { PrintedPaper } from '#shared/bridge/ballotCommands.ts'
import { drawPage } from '#shared/features/paper/drawing.ts'
import { PAPER, type BallotLayout } from '#shared/features/paper/layout.ts'
import { qrText } from '#shared/features/paper/qr.ts'
import { qrDrawing, sha256 } from './qrDrawing.ts'

/** Where the hidden page finds the font of the ballots; build/scripts/font.mjs puts the file into the folder of fonts. */
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

/**
 * The ballots of one part as an HTML document of A4 pages.
 *
 * Each paper has all pages of the layout, one after another, each with its QR code; `layoutId` is part of the code.
 */
export function ballotDocument(layoutId: string, { pages }: BallotLayout, papers: readonly PrintedPaper[]): string {
  const drawn = papers.flatMap((paper) =>
    pages.map((page, index) => drawPage(page, paper, qrDrawing(qrText({ code: paper.code, layoutId, page: index + 1 }, sha256)))),
  )
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
