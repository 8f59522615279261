import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** A browser for the stand-in: the one that `STANDIN_CHROMIUM` names, or one on the PATH; null where there is none. */
export function findChromium(environment: NodeJS.ProcessEnv): string | null {
  const { STANDIN_CHROMIUM: named, PATH = '' } = environment
  if (named) return existsSync(named) ? named : null
  const folders = [...PATH.split(delimiter), '/usr/bin']
  return folders.flatMap((folder) => programs.map((program) => join(folder, program))).find((path) => existsSync(path)) ?? null
}
