// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly mergeAfter: string
  readonly unmergedArea: string
  readonly unmergedDiffers: string
  readonly unmergedNote: string
  readonly unmergedTable: string
  readonly unmergedWarning: string
}
export default styles
