import { run } from './child.mjs'
import { environment, requireBundledNode } from './node24.mjs'
import { inProject } from './project.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

// npm run server: the server without a window. Its arguments and its stdout are the server's own.

try {
  await ensureSetup()
  const args = process.argv.slice(2)
  const entry = args.includes('--dev') ? 'dev.ts' : 'standalone.ts'
  const serverArgs = args.filter((arg) => arg !== '--dev')
  process.exit(await run(requireBundledNode(), [inProject('src', 'server', 'entry', entry), ...serverArgs], { env: environment() }))
} catch (error) {
  endWithSentence(error)
}
