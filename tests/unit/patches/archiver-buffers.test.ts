import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { withoutNewBuffer } from '../../../build/patches/archiver-buffers.mjs'

// The copy that exceljs writes with: exceljs → archiver → archiver-utils.
const fromExceljs = createRequire(createRequire(import.meta.url).resolve('exceljs'))
const fromArchiver = createRequire(fromExceljs.resolve('archiver'))
const code = readFileSync(fromArchiver.resolve('archiver-utils'), 'utf8')

it('the library still needs the patch: it uses the deprecated Buffer constructor', () => {
  expect(code.match(/new Buffer\(/g)).toHaveLength(3)
})

it('the patch still applies: no deprecated call is left, and each has a safe counterpart', () => {
  const patched = withoutNewBuffer(code)
  expect(patched).not.toMatch(/new Buffer\(/)
  expect(patched).toContain('Buffer.alloc(size)')
  expect(patched).toContain('Buffer.alloc(0)')
  expect(patched).toContain('Buffer.from(source)')
})
