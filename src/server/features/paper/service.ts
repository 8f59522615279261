import { createPaperChanges } from './changes.ts'
import type { PaperDeps } from './deps.ts'
import { createPaperEndings } from './endings.ts'
import { createPaperIssue } from './issuing.ts'
import { createLayouts } from './layouts.ts'
import { createPaperPrinter } from './printing.ts'
import { createPaperReads } from './reads.ts'

/** Ballot papers (选票) from their issue to their return: `paper.md` section 4. */
export function createPaperService(deps: PaperDeps) {
  const layouts = createLayouts(deps)
  return {
    ...createPaperIssue(deps, layouts),
    ...createPaperPrinter(deps, layouts),
    ...createPaperChanges(deps),
    ...createPaperEndings(deps),
    ...createPaperReads(deps),
  }
}
export type PaperService = ReturnType<typeof createPaperService>
