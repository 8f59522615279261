import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile } from '../database/data-files.ts'
import type { SetupCode } from '../features/account/registration.ts'

const DIGITS = 8

/**
 * Creates a 初始化码 (`trust.md` section 2), shown by `say` and written to `setup-code.txt`, readable only by the files' owner.
 *
 * @param fixed the development server's code
 */
export function createSetupCode(folder: string, say: (sentence: string) => void, fixed?: string): SetupCode {
  const path = join(folder, 'setup-code.txt')
  const code = fixed ?? String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const forget = (): void => removeFile(path)
  return {
    code,
    show() {
      mkdirSync(folder, { recursive: true })
      // Never overwrites an older file, whose permissions may differ.
      forget()
      writeFileSync(path, `${code}\n`, { mode: 0o600, flag: 'wx' })
      say(`这台服务器还没有账号。注册首个账号时请输入初始化码：${code}`)
    },
    forget,
  }
}
