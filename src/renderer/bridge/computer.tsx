import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import type { ConnectionState, Preferences, StartInfo } from '#shared/bridge/commands.ts'
import { runCommand } from './bridge.ts'
import { useEvent } from './useEvent.ts'

/** What main told at the start and since: the program, the connection, what this computer remembers. */
export interface Computer {
  readonly start: StartInfo
  readonly connection: ConnectionState
  readonly preferences: Preferences
  /** Shows at once and is kept by main; a failure to keep it is not worth a word. */
  readonly remember: (change: Partial<Preferences>) => void
  readonly setConnection: (connection: ConnectionState) => void
  /** Sentences from main that wait to be read and dismissed. */
  readonly notices: readonly string[]
  readonly dismissNotice: (notice: string) => void
}

const ComputerContext = createContext<Computer | null>(null)

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

export function ComputerProvider({ start, children }: { readonly start: StartInfo; readonly children: ReactNode }) {
  const [connection, setConnection] = useState(start.connection)
  const [preferences, setPreferences] = useState(start.preferences)
  const [notices, setNotices] = useState<readonly string[]>(() => [...new Set(start.notices)])
  useEvent('connection.changed', setConnection)
  useEvent('notice.shown', ({ message }) => setNotices((before) => (before.includes(message) ? before : [...before, message])))
  const dismissNotice = useCallback((notice: string) => setNotices((before) => before.filter((other) => other !== notice)), [])
  const remember = useCallback((change: Partial<Preferences>) => {
    setPreferences((before) => ({ ...before, ...change }))
    runCommand('app.preferences', change).catch(() => {
      // Remembering is a comfort: the choice holds on screen until the program ends.
    })
  }, [])
  const computer = useMemo(
    () => ({ start, connection, preferences, remember, setConnection, notices, dismissNotice }),
    [start, connection, preferences, remember, notices, dismissNotice],
  )
  return <ComputerContext value={computer}>{children}</ComputerContext>
}
