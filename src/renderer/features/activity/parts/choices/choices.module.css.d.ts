// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly abstain: string
  readonly approve: string
  readonly button: string
  readonly buttons: string
  readonly key: string
  readonly oppose: string
  readonly seatsNote: string
  readonly seatsNoteOver: string
}
export default styles
