import type { Compilable, CompiledQuery } from 'kysely'
import { engineOf, type Engine } from './dialect.ts'
import type { Db } from './schema.ts'

/** Takes the place of a value in a compiled query. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query built and compiled once, then run with different values.
 *
 * Building a statement costs more than running a small one: this is for the few that run thousands of times a second.
 * `build` may only use the properties of `given` as values: they are placeholders, so it must neither inspect
 * them nor let their number change the statement (no `in` lists).
 *
 * @param names the name of every value, so that each has its placeholder
 * @example
 * const ballotById = prepare<{ id: string }, { key: number }>({ id: true }, (db, given) =>
 *   db.selectFrom('ballot').select('id as key').where('public_id', '=', given.id))
 * const [ballot] = await ballotById(tx, { id })
 */
export function prepare<Given extends object, Row>(
  names: Readonly<Record<keyof Given & string, true>>,
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const compiled = new Map<Engine, CompiledQuery<Row>>()
  return async (db, given) => {
    const engine = engineOf(db)
    let query = compiled.get(engine)
    if (!query) {
      // A placeholder is typed as the value that will replace it.
      const placeholders = Object.fromEntries(Object.keys(names).map((name) => [name, new Placeholder(name)])) as Given
      query = build(db, placeholders).compile()
      compiled.set(engine, query)
    }
    const values = query.parameters.map((parameter) => (parameter instanceof Placeholder ? given[parameter.name as keyof Given] : parameter))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}
