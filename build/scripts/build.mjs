import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { run } from './child.mjs'
import { removeFolder, replaceFolder } from './folders.mjs'
import { withLock } from './lock.mjs'
import { continueOnNode24, environment } from './node24.mjs'
import { fingerprint, inProject, isMain } from './project.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

/** The inputs of the bundles. */
const sources = ['src', 'build/scripts/build.mjs', 'build/patches', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']

const stampPath = inProject('.cache', 'build.json')

/** The build's temporary folder: only a complete build replaces the previous one. */
const unfinished = inProject('.cache', 'out')

/**
 * Bundles main, preload and renderer into `out/`.
 *
 * Does nothing if neither the sources nor the bundles changed since the last build, judged by content. Its messages go to stderr.
 * Needs Node 24 and the packages. Throws an Error with a sentence for the user when the build fails.
 */
export async function ensureBuild({ isForced = false } = {}) {
  if (!isForced && isUpToDate()) return
  await withLock('build', async () => {
    if (!isForced && isUpToDate()) return
    console.error('正在构建程序……')
    await removeFolder(unfinished)
    const built = fingerprint(sources) // before, so that an edit during the build counts as a change after it
    const code = await run(
      process.execPath,
      [inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build', '--outDir', unfinished, '--logLevel', 'warn'],
      {
        env: environment(),
        stdio: ['ignore', 2, 2],
      },
    )
    if (code !== 0) throw new Error(`构建失败（electron-vite 退出码 ${code}），原因见上。`)
    await replaceFolder(unfinished, inProject('out'))
    writeFileSync(stampPath, JSON.stringify({ sources: built, bundles: fingerprint(['out']) }))
    console.error('构建完成。')
  })
}

function isUpToDate() {
  if (!existsSync(stampPath) || !existsSync(inProject('out'))) return false
  const stamp = JSON.parse(readFileSync(stampPath, 'utf8'))
  return stamp.bundles === fingerprint(['out']) && stamp.sources === fingerprint(sources)
}

if (isMain(import.meta.url)) {
  try {
    await ensureSetup()
    await continueOnNode24(import.meta.url)
    await ensureBuild({ isForced: process.argv.includes('--force') })
  } catch (error) {
    endWithSentence(error)
  }
}
