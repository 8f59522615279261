// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly backupAbout: string
  readonly backupFinal: string
  readonly backupPasswords: string
  readonly restoreConfirmation: string
  readonly restoreCopies: string
  readonly restoreListing: string
  readonly restoreNote: string
  readonly restorePanel: string
  readonly restorePassword: string
  readonly restoreReason: string
  readonly restoreWorking: string
}
export default styles
