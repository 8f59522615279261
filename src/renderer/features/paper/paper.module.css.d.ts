// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly balance: string
  readonly balanceWords: string
  readonly code: string
  readonly dialogStatus: string
  readonly figure: string
  readonly figureOut: string
  readonly figureReceived: string
  readonly figureSpoiled: string
  readonly figureVoted: string
  readonly figures: string
  readonly resultAlert: string
  readonly scan: string
  readonly scanBand: string
  readonly scanBandCode: string
  readonly scanBandDone: string
  readonly scanBandIcon: string
  readonly scanBandLate: string
  readonly scanBandOwner: string
  readonly scanBandPlace: string
  readonly scanBandRefused: string
  readonly scanBandWaiting: string
  readonly scanEntry: string
  readonly scanLast: string
  readonly scanLastNone: string
  readonly scanMain: string
  readonly scanRow: string
  readonly scanRowDone: string
  readonly scanRowLate: string
  readonly scanRowRefused: string
  readonly scanRowWords: string
  readonly scanTime: string
  readonly scanTimeHint: string
  readonly views: string
}
export default styles
