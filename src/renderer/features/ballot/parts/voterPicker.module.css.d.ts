// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly failed: string
  readonly foundVoter: string
  readonly foundVoterArea: string
  readonly foundVoterOwner: string
  readonly foundVoterPlace: string
  readonly label: string
  readonly more: string
  readonly requiredField: string
  readonly select: string
  readonly sentence: string
  readonly voterPicker: string
}
export default styles
