import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { engineOf, type Engine } from './dialect.ts'
import type { Schema } from './schema.ts'

/** Stands in a built query where a value will be. */
class Hole {
  readonly name: string | symbol
  constructor(name: string | symbol) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once, and then run with other values.
 *
 * Building a statement costs more than a small one takes: this is for the few that run thousands of times a second.
 * `build` may only put the properties of `given` where values go: they are not the values themselves yet, so it must
 * neither look at them nor let the number of values change the statement (no `in` lists).
 *
 * @example
 * const ballotById = prepare<{ id: string }, { key: number }>((db, given) =>
 *   db.selectFrom('ballot').select('id as key').where('public_id', '=', given.id))
 * const [ballot] = await ballotById(tx, { id })
 */
export function prepare<Given extends object, Row>(
  build: (db: Kysely<Schema>, given: Given) => Compilable<Row>,
): (db: Kysely<Schema>, given: Given) => Promise<Row[]> {
  const compiled = new Map<Engine, CompiledQuery<Row>>()
  // Every property is a hole: what type it claims to have is that of the value which will stand there.
  const holes = new Proxy({}, { get: (_target, name) => new Hole(name) }) as Given
  return async (db, given) => {
    const engine = engineOf(db)
    let query = compiled.get(engine)
    if (!query) {
      query = build(db, holes).compile()
      compiled.set(engine, query)
    }
    const values = query.parameters.map((parameter) => (parameter instanceof Hole ? (given as Record<string | symbol, unknown>)[parameter.name] : parameter))
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows
  }
}
