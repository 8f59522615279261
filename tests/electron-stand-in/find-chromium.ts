import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Chromium's pages without its windows: it starts with two thirds of the work of a full browser without a display. */
const WINDOWLESS = 'chromium-headless-shell'

/** Where Debian has it: what is on the PATH is a script that starts it as a child, which would run on after the script. */
const debian = ['/usr/lib/chromium']

/**
 * A browser for the stand-in: the one that `STANDIN_CHROMIUM` names, or one on the PATH; null if none.
 *
 * Where no window is to be seen, one that has none comes first.
 */
export function findChromium(environment: NodeJS.ProcessEnv, { isHeaded = false, windowlessFolders = debian } = {}): string | null {
  const { STANDIN_CHROMIUM: named, PATH = '' } = environment
  if (named) return existsSync(named) ? named : null
  const folders = [...PATH.split(delimiter), '/usr/bin']
  const windowless = isHeaded ? [] : windowlessFolders.map((folder) => join(folder, WINDOWLESS))
  const whole = folders.flatMap((folder) => programs.map((program) => join(folder, program)))
  return [...windowless, ...whole].find((path) => existsSync(path)) ?? null
}

/** Whether it is the browser that hidden windows are shown in fastest. */
export const isWindowless = (program: string): boolean => program.endsWith(`/${WINDOWLESS}`)
