import { run } from './child.mjs'
import { environment, requireBundledNode } from './node24.mjs'
import { inProject } from './project.mjs'
import { isServerCodeMade, serverCode, SERVER_FLAGS } from './server-code.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

// npm run server: the server without a window; arguments and stdout are the server's own.

try {
  await ensureSetup()
  const args = process.argv.slice(2)
  const entry = args.includes('--dev') ? inProject('src', 'server', 'entry', 'dev.ts') : await bundleOrSource()
  const serverArgs = args.filter((arg) => arg !== '--dev')
  process.exit(await run(requireBundledNode(), [...SERVER_FLAGS, entry, ...serverArgs], { env: environment() }))
} catch (error) {
  endWithSentence(error)
}

/** The bundle starts three times as fast; if it cannot be written, the sources run. */
async function bundleOrSource() {
  if (!isServerCodeMade()) {
    console.error('正在准备服务器……')
    // Keeps its output out of the server's stdout.
    const code = await run(requireBundledNode(), [inProject('build', 'scripts', 'server-code.mjs')], { stdio: ['ignore', 2, 2], env: environment() })
    if (code !== 0) return inProject('src', 'server', 'entry', 'standalone.ts')
  }
  return serverCode('standalone')
}
