import type { Program } from './program.ts'

/** What the user chooses in every save dialog from now on; null: cancels. */
export async function answerSaveDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' })
  }, path)
}

/** The file that the user chooses in every open dialog from now on; null: cancels. */
export async function answerOpenDialog({ app }: Program, path: string | null): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: filePath === null, filePaths: filePath === null ? [] : [filePath] })
  }, path)
}
