import { sha256Of } from './hashing.ts'

/** This page's content: the texts of its two script elements, and the SHA-256 of the rest. */
export interface OwnPage {
  readonly bundle: string
  readonly program: string
  /** The page without both texts and the program's hash in the policy. */
  readonly frame: string
}

const BUNDLE = /(<script type="application\/json" id="bundle">)([^<]*)(<\/script>)/
const PROGRAM = /(<script id="program">)([\s\S]*?)(<\/script>)/
const POLICY = /(script-src 'sha256-)([^']*)(')/

/** The frame's SHA-256, as the build embeds it in the program. */
export const frameHash = (html: string): string =>
  sha256Of([BUNDLE, PROGRAM, POLICY].reduce((text, part) => text.replace(part, (_all, before: string, _inner: string, after: string) => before + after), html))

/** The differences between the zip's page and this page. The manifest cannot list the page, which contains the manifest. */
export function ownPageFaults(html: string, { bundle, program, frame }: OwnPage): string[] {
  const isSame = BUNDLE.exec(html)?.[2] === bundle && PROGRAM.exec(html)?.[2] === program && frameHash(html) === frame
  return isSame ? [] : ['压缩包里的 复算.html 与正在打开的页面不同']
}
