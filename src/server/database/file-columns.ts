import { sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** The columns that hold the path of a stored file, or a JSON list of paths. */
const fileColumns = {
  user: ['avatar'],
  activity: ['pictures', 'files'],
  topic: ['pictures', 'files'],
  topic_option: ['pictures', 'files'],
  estate_rules: ['files'],
  notification: ['pictures'],
  proxy: ['pictures'],
  publication: ['pictures'],
  objection: ['pictures'],
  reading_page: ['pictures'],
  property_change: ['person_pictures', 'property_pictures'],
} as const satisfies { readonly [Table in keyof Schema]?: readonly (keyof Schema[Table])[] }
export type FileTable = keyof typeof fileColumns
const fileTables = Object.keys(fileColumns) as FileTable[]

/** The rows of a table that are an activity's. */
function isOf(table: FileTable, activityKey: number) {
  if (table === 'activity') return sql`id = ${activityKey}`
  return table === 'topic_option' ? sql`topic_id in (select id from topic where activity_id = ${activityKey})` : sql`activity_id = ${activityKey}`
}

/** The texts of a table in which there are paths of files; of one activity's rows where its key is given. */
export async function fileTexts(db: Db, table: FileTable, activityKey?: number): Promise<string[]> {
  const texts: string[] = []
  for (const column of fileColumns[table]) {
    const [text, among] = [sql.ref(column), activityKey === undefined ? sql`` : sql`and ${isOf(table, activityKey)}`]
    const { rows } = await sql<{ text: string }>`select distinct ${text} as text from ${sql.table(table)} where ${text} not in ('', '[]') ${among}`.execute(db)
    texts.push(...rows.map((row) => row.text))
  }
  return texts
}

/** The same of all tables. */
export async function allFileTexts(db: Db): Promise<string[]> {
  const texts: string[] = []
  for (const table of fileTables) texts.push(...(await fileTexts(db, table)))
  return texts
}
