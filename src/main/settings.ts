import { closeSync, copyFileSync, existsSync, openSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { KeptPages, Preferences } from '#shared/bridge/commands.ts'
import { FINGERPRINT } from '#shared/network/pairing.ts'
import { errorCode } from './failures.ts'
import { DEFAULT_SLIPS } from '#shared/features/paper/rules.ts'

/** Bounds of the window in device-independent pixels. */
export const WindowPlace = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(20_000),
  height: z.int().min(1).max(20_000),
  isMaximized: z.boolean(),
})
export type WindowPlace = z.infer<typeof WindowPlace>

const VERSION = 1

/** The whole settings file. Missing values take defaults, so that an older program's file is valid. */
const SettingsFile = z.object({
  version: z.int().min(1).default(VERSION),
  preferences: z
    .object({
      isSidebarCollapsed: Preferences.shape.isSidebarCollapsed.default(false),
      fontSize: Preferences.shape.fontSize.default('standard'),
      tables: Preferences.shape.tables.default({}),
      tableDensity: Preferences.shape.tableDensity.default('standard'),
      lastEstateId: Preferences.shape.lastEstateId.default(''),
      isDeskSilent: Preferences.shape.isDeskSilent.default(false),
      ballotSlips: Preferences.shape.ballotSlips.default(DEFAULT_SLIPS),
      columnMappings: Preferences.shape.columnMappings.default([]),
      lastUsername: Preferences.shape.lastUsername.default(''),
    })
    .prefault({}),
  /** Account id to its open pages, the most recently saved account last. */
  pages: z.record(z.string().max(64), KeptPages).default({}),
  window: WindowPlace.nullable().default(null),
  /** `''`: the embedded server. */
  serverUrl: z.string().max(300).default(''),
  /** Server origin (`https://host:port`) to its certificate's compared fingerprint. */
  pins: z.record(z.string().max(300), z.string().regex(FINGERPRINT)).default({}),
  /** Server identity to its session token, encrypted by the system's keychain, in base64. */
  sessions: z.record(z.string().max(300), z.string().max(10_000)).default({}),
  /** Keys of the embedded server, encrypted likewise. */
  keys: z.record(z.string().max(100), z.string().max(10_000)).default({}),
})
export type SettingsData = z.output<typeof SettingsFile>

/** The common interface of electron-store and its test stand-ins. */
interface Store {
  store: Record<string, unknown>
}
export type OpenStore = (folder: string, name: string) => Store | Promise<Store>

/** The settings for the whole main process. */
export interface Settings {
  /** The current settings, with defaults for missing ones. */
  readonly data: () => SettingsData
  /** Saves immediately. If the file cannot be written, the change lasts until the program ends, and `onWriteFailed` is called. */
  readonly update: (change: Partial<Omit<SettingsData, 'version'>>) => void
  /** User-facing messages about a damaged settings file. */
  readonly notices: readonly string[]
}

interface SettingsOptions {
  readonly folder: string
  readonly now?: () => Date
  readonly onWriteFailed?: (error: unknown) => void
  readonly openStore?: OpenStore
}

const NAME = 'settings'

/**
 * Opens the settings; a broken file never prevents the start.
 *
 * Empty, truncated, filled with NULs or foreign: set aside as `settings.broken-<time>.json`, defaults, a message. Locked:
 * defaults for this run, nothing written, a message. Single invalid values, or a newer program's file: what can be understood
 * is kept, and a copy of the file.
 */
export async function openSettings({
  folder,
  now = () => new Date(),
  onWriteFailed = () => undefined,
  openStore = openElectronStore,
}: SettingsOptions): Promise<Settings> {
  const file = join(folder, `${NAME}.json`)
  const found = readSettingsFile(file)
  const notices: string[] = []
  const keepCopy = (): string => {
    const name = `${NAME}.broken-${stamp(now())}.json`
    copyFileSync(file, join(folder, name))
    return name
  }

  let store: Store | null = null
  let data = found.data
  try {
    if (found.state === 'broken') {
      notices.push(`设置文件已损坏，已改用默认设置；原文件保留为 ${keepCopy()}`)
      unlinkSync(file)
    } else if (found.state === 'partlyWrong') {
      notices.push(`设置文件中有无法识别的内容，这部分已改用默认设置；原文件保留为 ${keepCopy()}`)
    } else if (found.state === 'newer') {
      notices.push(`设置文件来自更新版本的程序，已尽量沿用；原文件保留为 ${keepCopy()}`)
    } else if (found.state === 'locked') {
      notices.push('设置文件无法读取（可能正被其他程序使用），本次使用默认设置，修改不会保留')
    }
    if (found.state !== 'locked') store = await openStore(folder, NAME)
  } catch (error) {
    onWriteFailed(error)
    notices.push('设置文件无法写入，本次的设置修改不会保留，请检查磁盘空间和文件夹权限')
  }

  return {
    data: () => data,
    update: (change) => {
      data = { ...data, ...change, version: VERSION }
      if (store === null) return
      try {
        store.store = data
      } catch (error) {
        onWriteFailed(error)
      }
    },
    notices,
  }
}

/** Merges changed preferences table by table, so that two screens do not overwrite each other. */
export function mergePreferences(before: Preferences, change: { readonly [K in keyof Preferences]?: Preferences[K] | undefined }): Preferences {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return Preferences.parse({ ...before, ...given, tables: { ...before.tables, ...change.tables } })
}

/** Pages are kept for the last accounts to use this PC, up to this number. */
const MAX_ACCOUNTS = 50

/** All accounts' pages after a change of one account's. */
export function mergePages(before: SettingsData['pages'], accountId: string, kept: KeptPages): SettingsData['pages'] {
  const others = Object.entries(before).filter(([id]) => id !== accountId)
  return Object.fromEntries([...others.slice(1 - MAX_ACCOUNTS), [accountId, kept]])
}

interface FoundFile {
  readonly state: 'absent' | 'good' | 'newer' | 'partlyWrong' | 'broken' | 'locked'
  readonly data: SettingsData
}

function readSettingsFile(file: string): FoundFile {
  const defaults = SettingsFile.parse({})
  let written: string
  try {
    if (!existsSync(file)) return { state: 'absent', data: defaults }
    // a readable but unwritable file is detected here, not in the middle of work
    closeSync(openSync(file, 'r+'))
    written = readFileSync(file, 'utf8')
  } catch (error) {
    return { state: errorCode(error) === 'ENOENT' ? 'absent' : 'locked', data: defaults }
  }
  const json = parseJson(written)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { state: 'broken', data: defaults }
  const whole = SettingsFile.safeParse(json)
  if (whole.success) return { state: whole.data.version > VERSION ? 'newer' : 'good', data: whole.data }
  return { state: 'partlyWrong', data: salvage(json, defaults) }
}

/** The valid parts of a settings file; the others take defaults. */
function salvage(json: object, defaults: SettingsData): SettingsData {
  let data = defaults
  for (const name of Object.keys(SettingsFile.shape)) {
    const part = SettingsFile.safeParse({ [name]: Reflect.get(json, name) })
    if (part.success) data = { ...data, [name]: Reflect.get(part.data, name) }
  }
  return { ...data, version: VERSION }
}

function parseJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}

/** `20260501-093000`, in the computer's own time zone. */
function stamp(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}${two(moment.getMonth() + 1)}${two(moment.getDate())}`
  return `${day}-${two(moment.getHours())}${two(moment.getMinutes())}${two(moment.getSeconds())}`
}

async function openElectronStore(folder: string, name: string): Promise<Store> {
  const { default: ElectronStore } = await import('electron-store')
  return new ElectronStore({ cwd: folder, name, clearInvalidConfig: false })
}
