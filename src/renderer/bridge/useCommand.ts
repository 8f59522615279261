import type { CommandInput, CommandName, CommandOutput } from '#shared/bridge/commands.ts'
import { runCommand } from './bridge.ts'
import { useGuarded } from './useGuarded.ts'
import type { Sent } from './useGuarded.ts'

/** How the outcome of a command is reported. */
export interface CommandOptions<N extends CommandName> {
  readonly success?: string | ((output: CommandOutput<N>) => string)
  /** `caller`: no toast; the screen shows the failure. */
  readonly errors?: 'toast' | 'caller'
}

/** A guarded command. */
export interface RunCommand<N extends CommandName> {
  /** Never rejects. Skipped while one is running, e.g. no second file dialog. */
  readonly run: (input: CommandInput<N>) => Promise<Sent<CommandOutput<N>>>
  readonly isRunning: boolean
}

/** Runs a command on this computer, guarded and with toasts as in useSend. An empty success message shows no toast. */
export function useCommand<N extends CommandName>(name: N, { success, errors = 'toast' }: CommandOptions<N> = {}): RunCommand<N> {
  const guarded = useGuarded(errors)
  return {
    run: (input) => guarded.run(() => runCommand(name, input), typeof success === 'string' ? () => success : success),
    isRunning: guarded.isRunning,
  }
}
