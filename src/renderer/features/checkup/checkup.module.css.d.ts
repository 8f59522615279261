// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly bar: string
  readonly finding: string
  readonly findingArea: string
  readonly findingAside: string
  readonly findingDiffers: string
  readonly findingEdit: string
  readonly findingEffect: string
  readonly findingFoot: string
  readonly findingHead: string
  readonly findingMissing: string
  readonly findingMore: string
  readonly findingNote: string
  readonly findingRows: string
  readonly findingTier1: string
  readonly findingTier2: string
  readonly findingWhy: string
  readonly overlay: string
  readonly remark: string
  readonly rule: string
  readonly waiting: string
  readonly when: string
}
export default styles
