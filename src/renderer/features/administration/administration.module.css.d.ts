// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly accountNew: string
  readonly accountNewRoles: string
  readonly accountRoleDuty: string
  readonly accountRoles: string
  readonly accountToCheck: string
  readonly accountsSelf: string
  readonly checkpointFilter: string
  readonly journalAction: string
  readonly journalActivity: string
  readonly journalAwaited: string
  readonly journalDays: string
  readonly journalDialog: string
  readonly journalEntry: string
  readonly journalHash: string
  readonly journalHead: string
  readonly journalPerson: string
  readonly journalRows: string
  readonly journalTechnical: string
  readonly journalWide: string
  readonly verifyChoice: string
  readonly verifyHint: string
  readonly verifyTitle: string
  readonly verifyVerdict: string
}
export default styles
