import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium's headless shell, which needs two thirds of a full headless browser's startup work. */
const WINDOWLESS = 'chromium-headless-shell'

/** Debian's location: the one on the PATH is a script whose child would outlive it. */
const debian = ['/usr/lib/chromium']

/**
 * Finds a browser for the stand-in: the one named by `STANDIN_CHROMIUM`, or one on the PATH; null if none.
 *
 * Without visible windows, a headless shell is preferred.
 */
export function findChromium(environment: NodeJS.ProcessEnv, { isHeaded = false, windowlessFolders = debian } = {}): string | null {
  const { STANDIN_CHROMIUM: named, PATH = '' } = environment
  if (named) return existsSync(named) ? named : null
  const folders = [...PATH.split(delimiter), '/usr/bin']
  const windowless = isHeaded ? [] : windowlessFolders.map((folder) => join(folder, WINDOWLESS))
  const whole = folders.flatMap((folder) => programs.map((program) => join(folder, program)))
  return [...windowless, ...whole].find((path) => existsSync(path)) ?? null
}

/** Whether it is the headless shell, the fastest browser for hidden windows. */
export const isWindowless = (program: string): boolean => program.endsWith(`/${WINDOWLESS}`)
