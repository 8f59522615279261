import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { ConnectionState, Preferences, StartInfo } from '#shared/bridge/commands.ts'
import type { SmsCode } from '#shared/bridge/serverProcess.ts'
import { listen, runCommand } from './bridge.ts'
import { createPushedStore, type PushedStore } from './pushedState.ts'

/** What main has sent at the start and since: the program, the connection, what this computer remembers. */
export interface Computer {
  readonly start: StartInfo
  readonly connection: ConnectionState
  readonly preferences: Preferences
  /** Shows at once and is kept by main; a failure to keep it is not worth a word. */
  readonly remember: (change: Partial<Preferences>) => void
  /** For an answer that tells the connection sooner than main's next event does. */
  readonly setConnection: (connection: ConnectionState) => void
  /** Sentences from main that wait to be read and dismissed. */
  readonly notices: readonly string[]
  readonly dismissNotice: (notice: string) => void
  /** Codes of text messages that this program's own server gave, the newest last. */
  readonly smsCodes: readonly SmsCode[]
}

/** Main's answer at the start, and what it pushes since. */
export interface StartedComputer {
  readonly start: StartInfo
  readonly pushed: PushedStore
}

/** Asks main how things stand, having begun to listen to what changes. Throws a BridgeError. */
export async function startComputer(): Promise<StartedComputer> {
  const pushed = createPushedStore(listen)
  const start = await runCommand('app.start', null)
  pushed.takeStart(start)
  return { start, pushed }
}

const ComputerContext = createContext<Computer | null>(null)

/** @throws Error without the {@link ComputerProvider} */
export function useComputer(): Computer {
  const computer = useContext(ComputerContext)
  if (!computer) throw new Error('useComputer needs the ComputerProvider above it')
  return computer
}

/** The screens' memory on this computer and how to change it. */
export function usePreferences(): readonly [Preferences, (change: Partial<Preferences>) => void] {
  const { preferences, remember } = useComputer()
  return [preferences, remember]
}

/** Gives the screens what main has sent; stands once, above all of them. */
export function ComputerProvider({ computer: { start, pushed }, children }: { readonly computer: StartedComputer; readonly children: ReactNode }) {
  const { connection, notices, smsCodes } = useSyncExternalStore(pushed.subscribe, pushed.current)
  const [preferences, setPreferences] = useState(start.preferences)
  const remember = (change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    runCommand('app.preferences', change).catch(() => {
      // Remembering is a comfort: the choice holds on screen until the program ends.
    })
  }
  const { setConnection, dismissNotice } = pushed
  const computer = { start, connection: connection ?? start.connection, preferences, remember, setConnection, notices, dismissNotice, smsCodes }
  return <ComputerContext value={computer}>{children}</ComputerContext>
}
