// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly attachedButton: string
  readonly attachedFiles: string
  readonly attachmentDocument: string
  readonly attachmentFailed: string
  readonly attachmentHint: string
  readonly attachmentPending: string
  readonly attachmentPendingName: string
  readonly attachmentPicture: string
  readonly attachmentRemove: string
  readonly attachmentSlot: string
  readonly attachmentSlotOver: string
  readonly pictureDialogPlace: string
  readonly storedDocument: string
  readonly storedDocumentName: string
  readonly storedPicture: string
  readonly storedPictureBroken: string
  readonly storedPictures: string
}
export default styles
