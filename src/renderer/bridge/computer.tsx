import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { ConnectionState, Preferences, StartInfo } from '#shared/bridge/commands.ts'
import type { SmsCode } from '#shared/bridge/serverProcess.ts'
import { listen, runCommand } from './bridge.ts'
import { createPushedStore, type PushedStore } from './pushedState.ts'

/** State from main, at start and since: program info, connection, preferences. */
export interface Computer {
  readonly start: StartInfo
  readonly connection: ConnectionState
  readonly preferences: Preferences
  /** Applied immediately and saved by main; a failure to save is ignored. */
  readonly remember: (change: Partial<Preferences>) => void
  /** For an answer that contains a newer connection state than main's last event. */
  readonly setConnection: (connection: ConnectionState) => void
  /** Messages from main, shown until dismissed. */
  readonly notices: readonly string[]
  readonly dismissNotice: (notice: string) => void
  /** SMS codes issued by the embedded server, newest last. */
  readonly smsCodes: readonly SmsCode[]
}

/** Main's answer at start, and its pushed state since. */
export interface StartedComputer {
  readonly start: StartInfo
  readonly pushed: PushedStore
}

/** Subscribes to changes, then asks main for the initial state. Throws a BridgeError. */
export async function startComputer(): Promise<StartedComputer> {
  const pushed = createPushedStore(listen)
  const start = await runCommand('app.start', null)
  pushed.takeStart(start)
  return { start, pushed }
}

const ComputerContext = createContext<Computer | null>(null)

/** @throws Error outside the {@link ComputerProvider} */
export function useComputer(): Computer {
  const computer = useContext(ComputerContext)
  if (!computer) throw new Error('useComputer needs the ComputerProvider above it')
  return computer
}

/** The preferences saved on this computer, and a function to change them. */
export function usePreferences(): readonly [Preferences, (change: Partial<Preferences>) => void] {
  const { preferences, remember } = useComputer()
  return [preferences, remember]
}

/** Provides the state from main; used once, at the root. */
export function ComputerProvider({ computer: { start, pushed }, children }: { readonly computer: StartedComputer; readonly children: ReactNode }) {
  const { connection, notices, smsCodes } = useSyncExternalStore(pushed.subscribe, pushed.current)
  const [preferences, setPreferences] = useState(start.preferences)
  const remember = (change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    runCommand('app.preferences', change).catch(() => {
      // Saving is optional: the choice applies until the program ends.
    })
  }
  const { setConnection, dismissNotice } = pushed
  const computer = { start, connection: connection ?? start.connection, preferences, remember, setConnection, notices, dismissNotice, smsCodes }
  return <ComputerContext value={computer}>{children}</ComputerContext>
}
