import { execFile } from 'node:child_process'
import { win32 } from 'node:path'
import type { CommandHandlers, DiskEncryption } from '#shared/bridge/commands.ts'
import { systemRoot } from './configuration.ts'
import type { Log } from './log.ts'

/** Time limit for PowerShell (ms). */
const TIME_LIMIT_MS = 10_000

interface DiskEncryptionOptions {
  /** The folder with the data. */
  readonly dataFolder: string
  readonly platform?: NodeJS.Platform
  /** The Windows folder; undefined if unknown. */
  readonly root?: string | undefined
  readonly log: Pick<Log, 'warn'>
  /** Runs a program and returns its output; rejects on failure or timeout. */
  readonly run?: (program: string, args: readonly string[]) => Promise<string>
}

/** The command that returns whether the disk with the data is encrypted, as far as Windows tells without administrator rights. */
export function createDiskEncryption({
  dataFolder,
  platform = process.platform,
  root = systemRoot(),
  log,
  run = runProgram,
}: DiskEncryptionOptions): Pick<CommandHandlers, 'computer.diskEncryption'> {
  const look = async (): Promise<DiskEncryption> => {
    const drive = driveOf(dataFolder)
    if (platform !== 'win32' || root === undefined || root === '' || drive === null) return 'unknown'
    try {
      return diskEncryptionIn(await run(win32.join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'), argumentsFor(drive)))
    } catch (err) {
      log.warn({ err }, 'Windows does not tell whether the disk is encrypted')
      return 'unknown'
    }
  }
  return { 'computer.diskEncryption': look }
}

/** `C:`; null for a network folder, on another computer's disk. */
function driveOf(folder: string): string | null {
  return /^([A-Za-z]:)[\\/]/.exec(folder)?.[1] ?? null
}

/** `manage-bde -status` needs administrator rights; the property behind Explorer's padlock icon does not. */
const argumentsFor = (drive: string): readonly string[] => [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-Command',
  `(New-Object -ComObject Shell.Application).NameSpace('${drive}\\').Self.ExtendedProperty('System.Volume.BitLockerProtection')`,
]

/** Values of `System.Volume.BitLockerProtection`, undocumented by Microsoft, as published by observers. */
const observed: Readonly<Record<string, DiskEncryption>> = {
  '1': 'on',
  '2': 'off',
  '3': 'encrypting',
  '4': 'off', // it is being decrypted
  '5': 'suspended',
  '6': 'on', // and locked
  '8': 'suspended', // encrypted, and not activated yet: the key lies on the disk
}

/** Parses PowerShell's output; `unknown` unless it is one of the observed numbers. */
export function diskEncryptionIn(output: string): DiskEncryption {
  const value = output.trim()
  return Object.hasOwn(observed, value) ? (observed[value] ?? 'unknown') : 'unknown'
}

function runProgram(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { timeout: TIME_LIMIT_MS, windowsHide: true, maxBuffer: 16 * 1024 }, (error, output) =>
      error ? reject(error) : resolve(output),
    )
  })
}
