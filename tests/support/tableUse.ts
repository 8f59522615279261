import type { SourceFile } from './imports.ts'

export interface TableUse {
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
}

const READ_CALL = /\b(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using)\(\s*|\bcountPersonal\(\s*\w+,\s*/g
const WRITE_CALL = /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*|\b(?:insertMany|updateMany|erasePersonal)\(\s*\w+,\s*/g
/** A table name, optionally with an alias, as an argument. */
const QUOTED = /^'(\w+)(?: as \w+)?'/
/** A table given by a variable, a member or a template, or one of a list. */
const BY_VARIABLE = /^(?:\w+(?:\??\.\w+|\[[^\]]*\])*\s*[,)]|\[|`)/
const ANY_QUOTED = /'(\w+)(?: as \w+)?'/g
const SQL_READ = /\b(?:from|join)\s+"?(\w+)/g
const SQL_WRITE = /\b(?:insert into|update|delete from)\s+"?(\w+)/g

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

/** The tables that a file's queries read and write; a table given by a variable stands for every table that the file names. */
export function tableUse({ text }: Pick<SourceFile, 'text'>, tables: ReadonlySet<string>): TableUse {
  const code = withoutComments(text)
  const named = [...code.matchAll(ANY_QUOTED)].map(([, name]) => name ?? '')
  const inCalls = (call: RegExp): string[] =>
    [...code.matchAll(call)].flatMap((match) => {
      const argument = code.slice(match.index + match[0].length)
      const quoted = QUOTED.exec(argument)
      if (quoted) return [quoted[1] ?? '']
      return BY_VARIABLE.test(argument) ? named : []
    })
  // All of the code: nested templates cannot be paired, and nothing else looks like a table name in SQL.
  const inSql = (word: RegExp): string[] => [...code.matchAll(word)].map(([, name]) => name ?? '')
  const ofSqlTable = /\bsql\.table\(/.test(code) ? named : []
  const known = (names: readonly string[]) => new Set(names.filter((name) => tables.has(name)))
  return {
    reads: known([...inCalls(READ_CALL), ...inSql(SQL_READ), ...ofSqlTable]),
    writes: known([...inCalls(WRITE_CALL), ...inSql(SQL_WRITE)]),
  }
}
