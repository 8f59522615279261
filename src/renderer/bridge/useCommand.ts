import type { CommandInput, CommandName, CommandOutput } from '#shared/bridge/commands.ts'
import { runCommand } from './bridge.ts'
import { useGuarded } from './useGuarded.ts'
import type { Sent } from './useGuarded.ts'

/** How a command's end is told. */
export interface CommandOptions<N extends CommandName> {
  readonly success?: string | ((output: CommandOutput<N>) => string)
  /** `caller`: no toast, the screen itself shows the failure. */
  readonly errors?: 'toast' | 'caller'
}

/** A command with its guard. */
export interface RunCommand<N extends CommandName> {
  /** Never rejects. While one runs a second is not begun: no two file dialogs. */
  readonly run: (input: CommandInput<N>) => Promise<Sent<CommandOutput<N>>>
  readonly isRunning: boolean
}

/** Asks this computer, with the same guard and the same toasts as sending. An empty success sentence says nothing. */
export function useCommand<N extends CommandName>(name: N, { success, errors = 'toast' }: CommandOptions<N> = {}): RunCommand<N> {
  const guarded = useGuarded(errors)
  return {
    run: (input) => guarded.run(() => runCommand(name, input), typeof success === 'string' ? () => success : success),
    isRunning: guarded.isRunning,
  }
}
