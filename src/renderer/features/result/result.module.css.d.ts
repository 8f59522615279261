// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly bundleEditions: string
  readonly bundleHolds: string
  readonly conclusion: string
  readonly conclusionDelivered: string
  readonly conclusionMissing: string
  readonly conclusionNote: string
  readonly conclusionRule: string
  readonly conclusionTitle: string
  readonly conclusions: string
  readonly deliveryBases: string
  readonly deliveryBasesHead: string
  readonly deliveryBasesNone: string
  readonly deliveryBasisChanged: string
  readonly deliveryBasisOutcome: string
  readonly failed: string
  readonly journalBand: string
  readonly judged: string
  readonly judgedBody: string
  readonly judgedNote: string
  readonly judgedSwatch: string
  readonly judgedTable: string
  readonly judgedTitle: string
  readonly open: string
  readonly outcome: string
  readonly paperCode: string
  readonly paperFigures: string
  readonly paperSentence: string
  readonly paperTopic: string
  readonly paperVerdict: string
  readonly passed: string
  readonly resultDraft: string
  readonly void: string
}
export default styles
