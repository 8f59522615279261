// Builds the recount page (src/recount) as one file without data, filled by the server for each bundle: resources/recount/template.html.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginFolder, replaceFolder } from './folders.mjs'
import { fingerprint, inProject, recountSources } from './project.mjs'

const target = inProject('resources/recount')
const version = fingerprint(recountSources)

/** Written last: it names the inputs of the page. */
const stamp = join(target, 'made.json')
if (existsSync(stamp) && JSON.parse(readFileSync(stamp, 'utf8')).version === version) process.exit(0)

const { build } = await import('vite')
const { frameHash } = await import('../../src/recount/judge/ownPage.ts')

/** Replaces a placeholder, which must occur exactly once. Uses a function, as `$` is special in a replacement text. */
function fill(text, placeholder, value) {
  if (text.split(placeholder).length !== 2) throw new Error(`${placeholder} stands ${text.split(placeholder).length - 1} times in the page`)
  return text.replace(placeholder, () => value)
}

const page = (name) => readFileSync(inProject('src/recount/page', name), 'utf8')
const style = page('style.css').replace(/\s*\n\s*/g, '\n')
const template = fill(page('template.html'), '__STYLE__', `\n${style}`)
const frame = frameHash(template)

const [{ output }] = await build({
  configFile: false,
  root: inProject('src/recount'),
  publicDir: false,
  logLevel: 'warn',
  define: { FRAME_SHA256: JSON.stringify(frame) },
  build: {
    write: false,
    target: ['chrome80', 'firefox78'],
    minify: true,
    lib: { entry: inProject('src/recount/page/main.ts'), formats: ['iife'], name: 'recount', fileName: 'recount' },
  },
})
if (output.length !== 1) throw new Error(`the page's program is ${output.length} files`)
// A line feed at either end would be included in the policy's hash.
const program = output[0].code.trim()
if (/<\/script|<!--|__BUNDLE__/i.test(program)) throw new Error("the page's program would end its own element")

const sha256 = createHash('sha256').update(program).digest('base64')
const html = fill(fill(template, '__PROGRAM_SHA256__', sha256), '__PROGRAM__', program)
if (html.split('__BUNDLE__').length !== 2) throw new Error('the page has not exactly one place for the data')
if (!html.includes(`<script id="program">${program}</script>`)) throw new Error("the policy's hash is not that of the program's element")
if (frameHash(html) !== frame) throw new Error('the page does not know itself')

const making = await beginFolder(target)
writeFileSync(join(making, 'template.html'), html)
writeFileSync(join(making, 'made.json'), JSON.stringify({ version }))
await replaceFolder(making, target)
