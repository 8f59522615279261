import { existsSync } from 'node:fs'
import { runQuietly } from './child.mjs'

/**
 * Makes sure that the stand-in has its browser, and that the browser can draw Chinese.
 *
 * Installs both from Debian where this user may. Needs Node 24. Answers null when all is there, else a sentence that says what to install.
 */
export async function ensureChromium({ isHeaded = false } = {}) {
  let problem = null
  // The full browser is slower than the headless one, and only the second choice.
  for (const kind of isHeaded ? [true] : [false, true]) {
    const missing = await missingPackages({ isHeaded: kind })
    problem = missing.length === 0 ? null : await install(missing)
    if (problem === null) break
  }
  return problem
}

async function install(packages) {
  const command = `apt-get install -y ${packages.join(' ')}`
  if (process.platform !== 'linux') return '替身只能在 Linux 上运行，请让 Electron 能够下载（可用 ELECTRON_MIRROR 指定镜像）后重试。'
  if (!existsSync('/usr/bin/apt-get')) return `缺少 Chromium 浏览器或中文字体，请用本系统的包管理器安装 ${packages.join('、')} 后重试。`
  if (process.getuid?.() !== 0) return `缺少 ${packages.join('、')}，请以管理员身份执行 sudo ${command} 后重试。`

  console.error(`正在安装 ${packages.join('、')}……`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  await runQuietly('apt-get', ['update', '-q', ...patience], { env }) // a failure shows in the next line's output
  const { code, output } = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...patience, ...packages], { env })
  if (code === 0) return null
  return `无法安装 ${packages.join('、')}，请执行 ${command} 后重试。apt-get 的最后几行输出：\n${output.trim().split('\n').slice(-5).join('\n')}`
}

async function missingPackages({ isHeaded }) {
  // Imported lazily: it is TypeScript, and these scripts must start under Node versions that cannot read it.
  const { findChromium, isWindowless } = await import('../../tests/electron-stand-in/find-chromium.ts')
  const found = findChromium(process.env, { isHeaded })
  const missing = []
  if (found === null || !(isHeaded || process.env.STANDIN_CHROMIUM || isWindowless(found))) missing.push(isHeaded ? 'chromium' : 'chromium-headless-shell')
  if (!(await hasChineseFont())) missing.push('fonts-noto-cjk')
  return missing
}

async function hasChineseFont() {
  const { code, output } = await runQuietly('fc-list', [':lang=zh', 'family'])
  return code === 0 && output.trim() !== ''
}
