import { useState } from 'react'
import { isRefusedFor } from '../../bridge/failure.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useCommand } from '../../bridge/useCommand.ts'
import { useSend } from '../../bridge/useSend.ts'
import type { Finding } from '#shared/features/checkup/contract.ts'
import type { ColumnMapping, UnknownColumns } from '#shared/import/columns.ts'
import { readDroppedWorkbook, type Dropped, type Workbook } from '../job/parts/ImportPanel/workbookFile.ts'
import type { CheckedSubject } from './checkupReads.ts'

/** The result of comparing with another list. */
export interface Compared {
  readonly fileName: string
  readonly findings: readonly Finding[]
}

/** A file whose columns must be assigned by hand. */
export interface AskedColumns extends UnknownColumns {
  readonly file: Workbook
}

/** Compares the estate or roster with an external list, chosen or dropped into the window. */
export function useComparison(subject: CheckedSubject) {
  const toasts = useToasts()
  const [compared, setCompared] = useState<Compared | null>(null)
  const [asked, setAsked] = useState<AskedColumns | null>(null)
  const choose = useCommand('file.chooseWorkbook')
  const compare = useSend('checkup.compare', { refreshes: [], errors: 'caller' })

  const check = async (file: Workbook, mapping: ColumnMapping = {}): Promise<boolean> => {
    const sent = await compare.send({ body: { ...subject, mapping: JSON.stringify(mapping) }, file })
    if (sent.ok) {
      setCompared({ fileName: file.name, findings: sent.value.findings })
      setAsked(null)
      return true
    }
    if (isRefusedFor(sent.failure, 'checkup.columns')) setAsked({ file, ...(sent.failure.data as UnknownColumns) }) // as the refusal has it
    else if (sent.failure) toasts.failure(sent.failure)
    return false
  }
  return {
    compared,
    asked,
    isComparing: compare.isSending,
    check,
    choose: async () => {
      const chosen = await choose.run(null)
      if (chosen.ok && chosen.value) await check({ name: chosen.value.name, bytes: new Uint8Array(chosen.value.bytes) })
    },
    take: async (dropped: Dropped) => {
      const taken = await readDroppedWorkbook(dropped)
      if ('refusal' in taken)
        toasts.failure({ kind: 'local', message: taken.refusal.hint === '' ? taken.refusal.sentence : `${taken.refusal.sentence}。${taken.refusal.hint}` })
      else await check(taken.file)
    },
    stopAsking: () => setAsked(null),
    forget: () => setCompared(null),
    /** Updates a finding after dismissing it or undoing that. */
    replace: (finding: Finding) =>
      setCompared((shown) => shown && { ...shown, findings: shown.findings.map((one) => (one.id === finding.id ? finding : one)) }),
  }
}
