// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly batchTargets: string
  readonly batchWarning: string
  readonly deliveryProperty: string
  readonly deliveryPropertyBallot: string
  readonly evidenceFields: string
  readonly evidenceTags: string
  readonly historyFacts: string
  readonly historyProperty: string
  readonly historyRecord: string
  readonly historyResult: string
  readonly historyShared: string
  readonly historyVoid: string
  readonly notifyHint: string
  readonly unitCascader: string
  readonly voided: string
  readonly voidedFacts: string
}
export default styles
