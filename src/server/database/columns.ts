import { sql, type Kysely } from 'kysely'
import type { FieldKind, RecordFields } from '#shared/records/record.ts'
import { ERASED_NAME } from '#shared/owner/erased.ts'

type PersonalColumn = Exclude<FieldKind, 'kept'>

type Expression = ReturnType<typeof sql>
/** An empty name stays empty. */
const namedErased = (column: Expression) => sql`case when ${column} = '' then '' else ${ERASED_NAME} end`
const emptied = () => sql`''`
/** What columns become when their personal data are erased, unless `''`. */
const erased: { readonly [Kind in PersonalColumn]?: (column: Expression) => Expression } = {
  name: namedErased,
  words: namedErased,
  pictures: () => sql`'[]'`,
  key: () => sql`null`,
}

/** A column of a table with personal data: its type, and how it is erased. */
export interface Column<Type = unknown> {
  readonly kind: FieldKind
  /** Only for the type checker. */
  readonly type?: Type
}
export type Columns = Readonly<Record<string, Column>>
/** A table as Kysely knows it. */
export type TableOf<Table extends Columns> = { [Name in keyof Table]: Table[Name] extends Column<infer Type> ? Type : never }
/** A column that is never erased. */
export const kept = <Type>(): Column<Type> => ({ kind: 'kept' })
export const personal = <Type = string>(kind: PersonalColumn): Column<Type> => ({ kind })

/** Who entered what may be withdrawn, and who withdrew it, when and why: the row stays. */
export const withdrawable = {
  created_by: kept<number>(),
  created_at: kept<number>(),
  withdrawn_by: kept<number | null>(),
  withdrawn_at: kept<number | null>(),
  withdraw_reason: personal('words'),
}
export const notWithdrawn = { withdrawn_by: null, withdrawn_at: null, withdraw_reason: '' } as const
type Withdrawn = Omit<TableOf<typeof withdrawable>, 'created_by' | 'withdrawn_by'> & { readonly maker: string; readonly withdrawer: string | null }
/** The same as answers have it, with the names of both. */
export const withdrawalOf = ({ maker, created_at: createdAt, withdrawer, withdrawn_at: withdrawnAt, withdraw_reason: withdrawReason }: Withdrawn) => ({
  creator: maker,
  createdAt,
  withdrawnBy: withdrawer ?? '',
  withdrawnAt,
  withdrawReason,
})

/** The columns of a record's fields, typed by their values in the program. */
export const columnsOf = <Fields extends RecordFields, Values>(record: Fields) =>
  Object.fromEntries(Object.values(record).map(({ column, kind }) => [column, { kind }])) as unknown as {
    readonly [Name in keyof Fields & keyof Values as Fields[Name]['column']]: Column<Values[Name]>
  } // of all fields

const namesOf = (columns: Columns, kinds: readonly Column['kind'][]): string[] =>
  Object.keys(columns).filter((name) => kinds.includes(columns[name]?.kind ?? 'kept'))
const sum = (terms: readonly Expression[]) => (terms.length === 0 ? sql`0` : sql.join(terms, sql` + `))

/** Counts an activity's rows in a table and the names, phones and ID numbers in them; `pictures` are the texts that contain paths. */
export async function countPersonal<S>(db: Kysely<S>, table: keyof S & string, columns: Columns, activityKey: number) {
  const filled = (kind: PersonalColumn) => sum(namesOf(columns, [kind]).map((name) => sql`count(case when ${sql.ref(name)} <> '' then 1 end)`))
  const ofActivity = sql`from ${sql.table(table)} where activity_id = ${activityKey}`
  const { rows } = await sql<Readonly<Record<'rowCount' | 'nameCount' | 'phoneCount' | 'idNumberCount', number>>>`
    select count(*) as "rowCount", ${filled('name')} as "nameCount", ${filled('phone')} as "phoneCount", ${filled('idNumber')} as "idNumberCount" ${ofActivity}
  `.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('a count has one row')
  const pictures: string[] = []
  for (const name of namesOf(columns, ['pictures'])) {
    const found = await sql<{ paths: string }>`select ${sql.ref(name)} as paths ${ofActivity} and ${sql.ref(name)} <> '[]'`.execute(db)
    pictures.push(...found.rows.map(({ paths }) => paths))
  }
  return { ...counts, pictures }
}

/** Erases the personal columns of an activity's rows in a table. */
export async function erasePersonal<S>(tx: Kysely<S>, table: keyof S & string, columns: Columns, activityKey: number): Promise<void> {
  const changes = Object.entries(columns).flatMap(([name, { kind }]) => {
    if (kind === 'kept') return []
    const column = sql.ref(name)
    return [sql`${column} = ${(erased[kind] ?? emptied)(column)}`]
  })
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where activity_id = ${activityKey}`.execute(tx)
}

/** Selects a record's fields by their names in the program, from a table or a query alias. */
export function selection<const Table extends string, Fields extends Readonly<Record<string, { readonly column: string }>>, Name extends keyof Fields & string>(
  table: Table,
  record: Fields,
  names: readonly Name[],
) {
  return names.map((name) => `${table}.${record[name]?.column} as ${name}`) as { [Field in Name]: `${Table}.${Fields[Field]['column']} as ${Field}` }[Name][] // of one row each
}
