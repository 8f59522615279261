import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { inProject } from './project.mjs'

// Packs the common passwords that fit our rule (isPassword in src/shared/features/account/rules.ts) out of the npm package
// @zxcvbn-ts/language-common, whose list is ordered by how often each was found in leaks.
// For developers, after an update of the package: node build/scripts/common-passwords.mjs. The result is committed.

const MOST = 10_000
const isPassword = (text) => text.length >= 8 && text.length <= 128 && /[a-z]/.test(text) && /\d/.test(text)

const source = inProject('node_modules/@zxcvbn-ts/language-common')
const { version } = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'))
const all = JSON.parse(readFileSync(`${source}/src/passwords.json`, 'utf8')).map((text) => text.toLowerCase())
const fitting = [...new Set(all.filter(isPassword))].slice(0, MOST)
// In order of their letters they pack best.
const packed = brotliCompressSync([...fitting].sort((one, other) => (one < other ? -1 : 1)).join('\n')).toString('base64')

writeFileSync(
  inProject('src/server/features/account/packedPasswords.ts'),
  `// Made by build/scripts/common-passwords.mjs from @zxcvbn-ts/language-common ${version} (MIT).

/** The ${fitting.length} most common passwords that fit our rule, in lower case, one a line: Brotli, in base64. */
export const packedPasswords =
  '${packed}'
`,
)
process.stdout.write(`${fitting.length} of ${all.length} passwords, ${packed.length} bytes\n`)
