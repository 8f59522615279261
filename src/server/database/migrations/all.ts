import { schema } from './001-schema.ts'
import { fileFaults } from './002-file-faults.ts'
import { rosterOrder } from './003-roster-order.ts'
import { letterhead } from './004-letterhead.ts'
import { todos } from './005-todos.ts'
import { readings } from './006-readings.ts'
import { importedVotes } from './007-imported-votes.ts'
import { readingPages } from './008-reading-pages.ts'
import { samples } from './009-samples.ts'
import { scanReadings } from './010-scan-readings.ts'
import { contacts } from './011-contacts.ts'
import { estateScopes } from './012-estate-scopes.ts'
import { houseFacts } from './013-house-facts.ts'
import { publications } from './014-publications.ts'
import { objections } from './015-objections.ts'
import { estateRules } from './016-estate-rules.ts'
import { reminders } from './017-reminders.ts'
import { shortSummaries } from './018-short-summaries.ts'

/** Every migration in order; append only. */
export const migrations = [
  schema,
  fileFaults,
  rosterOrder,
  letterhead,
  todos,
  readings,
  importedVotes,
  readingPages,
  samples,
  scanReadings,
  contacts,
  estateScopes,
  houseFacts,
  publications,
  objections,
  estateRules,
  reminders,
  shortSummaries,
]
