import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'

export const isWindows = process.platform === 'win32'

/** True if only the owner can read a file or folder. Windows keeps that by the profile's permissions, which no mode shows. */
export const isPrivate = (path: string): boolean => isWindows || (statSync(path).mode & 0o077) === 0

/** True if a process was killed; Windows knows no signals and gives it code 1. */
export const wasKilled = ({ signalCode, exitCode }: ChildProcess): boolean => (isWindows ? exitCode === 1 : signalCode === 'SIGKILL')
