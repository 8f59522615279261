// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly batchTargets: string
  readonly batchWarning: string
  readonly deliveryHouse: string
  readonly deliveryHouseBallot: string
  readonly evidenceFields: string
  readonly evidenceTags: string
  readonly historyFacts: string
  readonly historyHouse: string
  readonly historyRecord: string
  readonly historyResult: string
  readonly historyShared: string
  readonly notifyHint: string
  readonly unitCascader: string
}
export default styles
