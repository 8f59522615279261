import * as sqlite from 'node:sqlite'
import { expect, it } from 'vitest'
import { engineProblem } from '../../../src/server/database/engine.ts'

it('the SQLite of Electron and of Node has what the program needs', () => {
  expect(engineProblem(sqlite, process.versions['sqlite'])).toBeNull()
})

it('an SQLite that is too old, or lacks a function, is reported in one message', () => {
  expect(engineProblem(sqlite, '3.51.2')).toBe('程序内置的 SQLite 3.51.2 过旧，至少需要 3.51.3，数据没有改动，请安装最新版本的程序')
  expect(engineProblem(sqlite, '3.51.3')).toBeNull()
  expect(engineProblem({ backup: undefined, StatementSync: { prototype: { columns: () => [] } } }, '3.53.4')).toBe(
    '程序的运行环境缺少 SQLite 的 backup、setReturnArrays 功能，数据没有改动，请安装最新版本的程序',
  )
})
