/** A file path anywhere in a text. */
const FILE_PATH = /\/file\/([\w-]+)/g

/** Public ids of the files whose paths occur in texts, without duplicates. */
export const fileIdsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(FILE_PATH)].map(([, publicId]) => publicId ?? ''))),
]
