import { bundledCheckpoints, journalLines } from './bundled.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createCsvExport } from './csvExport.ts'
import { erasing } from './erasing.ts'
import { createLastCheck } from './lastCheck.ts'
import { createAuditReads } from './reads.ts'
import { createMoments } from './moments/service.ts'
import { createReplayChecks } from './replay/service.ts'
import { createSafetyReads } from './safetyReads.ts'
import { createVerification } from './verification.ts'
import type { AuditDeps } from './deps.ts'

/**
 * The journal of every change: who, when, from where, what before and after.
 *
 * An entry is written in the transaction of the change itself, so one is never without the other. Each carries the hash
 * of the one before it, so that a change behind the program's back is found.
 */
export function createAuditService(deps: AuditDeps) {
  const { keepCheck, lastCheck } = createLastCheck(deps)
  return {
    ...createAuditReads(deps),
    ...createSafetyReads(deps),
    ...createCsvExport(deps),
    ...createCheckpoints(deps),
    ...createVerification(deps, keepCheck),
    lastCheck,
    checks: createReplayChecks(deps),
    ...createMoments(deps),
    bundledCheckpoints,
    journalLines,
    erasing,
  }
}
export type AuditService = ReturnType<typeof createAuditService>
