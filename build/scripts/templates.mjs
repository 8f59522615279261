// Writes the two import templates as files, for the server to hand out (/static/temp.xlsx and /temp_notify.xlsx).
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beginFolder, replaceFolder } from './folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const target = join(root, 'resources/templates')
const sources = [
  'src/main/files/template.ts',
  'src/shared/import/workbook.ts',
  'src/shared/features/property/sheet.ts',
  'src/shared/features/property/categories.ts',
  'src/shared/features/delivery/sheet.ts',
]
const digest = createHash('sha256')
for (const source of sources) digest.update(readFileSync(join(root, source)))
const version = digest.digest('hex')

/** The last file that is written: it names what the templates were made of. */
const stamp = join(target, 'made.json')
if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).version === version) process.exit(0)

const { makeTemplate } = await import('../../src/main/files/template.ts')
const making = await beginFolder(target)
writeFileSync(join(making, 'temp.xlsx'), await makeTemplate('property'))
writeFileSync(join(making, 'temp_notify.xlsx'), await makeTemplate('delivery'))
writeFileSync(join(making, 'made.json'), JSON.stringify({ version }))
await replaceFolder(making, target)
