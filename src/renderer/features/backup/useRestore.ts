import { useEffect, useEffectEvent, useState } from 'react'
import { RESTORE_WORD, START_EMPTY_WORD, type Copy } from '#shared/bridge/commands.ts'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { MaintenanceProgress } from '#shared/bridge/serverProcess.ts'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { isUsable } from './restoreWords.ts'

/** State of the restore dialog: the backups being found and checked, the selection, the progress. */
export function useRestore(onRestored: () => void) {
  const [copies, setCopies] = useState<readonly Copy[] | null>(null)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [progress, setProgress] = useState<MaintenanceProgress | null>(null)
  const [isWorking, setIsWorking] = useState(false)
  useEvent('restore.progress', setProgress)
  const { run: list } = useCommand('data.copies', { errors: 'caller' })
  const { run: choose, isRunning: isChoosing } = useCommand('data.chooseCopy', { errors: 'caller' })
  const { run: restoreCopy } = useCommand('data.restore', { errors: 'caller' })
  const { run: beginEmpty } = useCommand('data.startEmpty', { errors: 'caller' })

  const take = (listed: Awaited<ReturnType<typeof list>>) => {
    if (!listed.ok) {
      setFailure(listed.failure)
      return
    }
    // Keeps a file chosen meanwhile.
    setCopies((known) => [...(known ?? []).filter(({ kind }) => kind === 'chosen'), ...listed.value])
    setChosenId((chosen) => chosen ?? listed.value.find(isUsable)?.id ?? null)
  }
  const loadFirst = useEffectEvent(() => void list(null).then(take))
  useEffect(() => loadFirst(), [])
  const reload = async () => {
    setFailure(null)
    setProgress(null)
    setCopies(null)
    setChosenId(null)
    take(await list(null))
  }

  const chooseFile = async () => {
    setFailure(null)
    const chosen = await choose(null)
    if (!chosen.ok) setFailure(chosen.failure)
    else if (chosen.value) {
      const { value } = chosen
      setCopies((known) => [value, ...(known ?? []).filter(({ kind }) => kind !== 'chosen')])
      if (isUsable(value)) setChosenId(value.id)
    }
  }
  const work = async (run: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure | null }>, isUnlocking = false) => {
    setFailure(null)
    setProgress(isUnlocking ? { stage: 'unlocking', share: 0 } : null)
    setIsWorking(true)
    const done = await run()
    setIsWorking(false)
    if (done.ok) onRestored()
    // A user who declined to give the password knows why nothing was done.
    else if (!isRefusedFor(done.failure, 'account.unconfirmed')) setFailure(done.failure)
  }
  return {
    /** Null while loading. */
    copies,
    chosen: copies?.find(({ id }) => id === chosenId) ?? null,
    failure,
    progress,
    isWorking,
    isChoosing,
    choose: setChosenId,
    load: () => void reload(),
    chooseFile: () => void chooseFile(),
    restore: ({ id }: Copy, password: string | null) => void work(() => restoreCopy({ id, confirmation: RESTORE_WORD, password }), password !== null),
    startEmpty: () => void work(() => beginEmpty({ confirmation: START_EMPTY_WORD })),
  }
}
export type Restore = ReturnType<typeof useRestore>
