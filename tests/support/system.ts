import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'

export const isWindows = process.platform === 'win32'

/** Whether only the owner can read a file or folder. Windows enforces that by the profile's permissions, which the mode does not show. */
export const isPrivate = (path: string): boolean => isWindows || (statSync(path).mode & 0o077) === 0

/** Whether a process was killed; Windows has no signals and reports code 1. */
export const wasKilled = ({ signalCode, exitCode }: ChildProcess): boolean => (isWindows ? exitCode === 1 : signalCode === 'SIGKILL')
