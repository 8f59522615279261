import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { UsedModules } from './members.ts'
import type { Records } from './records.ts'
import { strict } from './strict.ts'

/** A line of the file named by `STANDIN_DIALOGS`: the user's answer to the next dialog of this kind. */
interface ScriptedAnswer {
  readonly method: string
  readonly answer: unknown
}

/**
 * `dialog` without a user: every dialog is answered from the file named by `STANDIN_DIALOGS`, else cancelled.
 *
 * The file has one JSON answer per line: `{"method": "showSaveDialog", "answer": {"canceled": false, "filePath": "/tmp/a.xlsx"}}`.
 * Each is used once. A spec may instead replace the function itself, as in Electron.
 */
export function createDialogs(records: Records, scriptFile: string | undefined): UsedModules['dialog'] {
  function ask(method: string, args: unknown[], cancelled: unknown): unknown {
    const options = args.at(-1) ?? {}
    records.dialogs.push({ method, options })
    const scripted = takeAnswer(method)
    if (scripted !== undefined) return scripted.answer
    console.error(`${method} has no scripted answer and counts as cancelled: ${JSON.stringify(options)}`)
    return cancelled
  }

  function takeAnswer(method: string): ScriptedAnswer | undefined {
    if (scriptFile === undefined || !existsSync(scriptFile)) return undefined
    const lines = readFileSync(scriptFile, 'utf8').split('\n').filter(Boolean)
    const answers = lines.map((line) => JSON.parse(line) as ScriptedAnswer) // the spec's own, in the form above
    const index = answers.findIndex((answer) => answer.method === method)
    if (index >= 0) writeFileSync(scriptFile, lines.toSpliced(index, 1).join('\n'))
    return answers[index]
  }

  const later =
    <T>(method: string, cancelled: T) =>
    (...args: unknown[]) =>
      Promise.resolve(ask(method, args, cancelled) as T) // a scripted answer is the spec's own
  const atOnce =
    (method: string, cancelled: unknown) =>
    (...args: unknown[]) =>
      ask(method, args, cancelled)

  const dialog = {
    showSaveDialog: later('showSaveDialog', { canceled: true, filePath: '' }),
    showOpenDialog: later('showOpenDialog', { canceled: true, filePaths: [] }),
    showMessageBox: later('showMessageBox', { response: 0, checkboxChecked: false }),
    showSaveDialogSync: atOnce('showSaveDialogSync', undefined),
    showOpenDialogSync: atOnce('showOpenDialogSync', undefined),
    showMessageBoxSync: atOnce('showMessageBoxSync', 0),
    showErrorBox: (title: string, content: string) => {
      records.dialogs.push({ method: 'showErrorBox', options: { title, content } })
      console.error(`${title}\n${content}`)
    },
  }
  return strict('dialog', dialog)
}
