import type { Compilable, CompiledQuery } from 'kysely'
import { engineOf, type Engine } from './dialect.ts'
import type { Db } from './schema.ts'

/** Stands in a built query where a value will be. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, and then run with other values.
 *
 * Building a statement costs more than a small one takes: this is for the few that run thousands of times a second.
 * `build` may only put the properties of `given` where values go: they are placeholders, so it must neither look at
 * them nor let the number of values change the statement (no `in` lists).
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
      // A placeholder claims the type of the value that will stand there.
      const placeholders = Object.fromEntries(Object.keys(names).map((name) => [name, new Placeholder(name)])) as Given
      query = build(db, placeholders).compile()
      compiled.set(engine, query)
    }
    const values = query.parameters.map((parameter) => (parameter instanceof Placeholder ? given[parameter.name as keyof Given] : parameter))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}
