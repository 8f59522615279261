import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/server/database/open.ts'

/**
 * Asked by database/file-columns.ts: a column that is not would lose its files after seven days. Those of activities are asked by
 * journal/replay/files.ts, too: there one that is not would never be compared with the journal.
 */
const asked = [
  'activity.files',
  'activity.pictures',
  'estate_rules.files',
  'notification.pictures',
  'objection.pictures',
  'property_change.person_pictures',
  'property_change.property_pictures',
  'proxy.pictures',
  'publication.pictures',
  'reading_page.pictures',
  'topic.files',
  'topic.pictures',
  'topic_option.files',
  'topic_option.pictures',
  'user.avatar',
]

it('every column that may hold an uploaded file’s path is checked before files are removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vote-references-'))
  const database = await openDatabase({ folder })
  const { rows } = await sql<{ name: string }>`
    select tables.name || '.' || columns.name as name from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' order by 1`.execute(database.read)
  expect(rows.map(({ name }) => name).filter((name) => /\.(.*_)?(pictures?|files?|avatar|attachments?|documents?|photos?|pics)$/.test(name))).toEqual(asked)
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})
