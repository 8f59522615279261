import { obtainElectron } from './electron-binary.mjs'
import { continueOnNode24 } from './node24.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

// npm run electron: downloads a missing Electron program, and prints its path. The package `electron` itself contains none.

try {
  await ensureSetup()
  await continueOnNode24(import.meta.url)
  const program = await obtainElectron()
  if (program === null) throw new Error('无法下载 Electron，请检查网络，或用环境变量 ELECTRON_MIRROR 指定镜像后重新运行 npm run electron。')
  console.log(program)
} catch (error) {
  endWithSentence(error)
}
