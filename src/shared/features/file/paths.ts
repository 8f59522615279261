/** A file's path wherever a text holds it. */
const FILE_PATH = /\/file\/([\w-]+)/g

/** The public ids of the files whose paths texts hold, each once. */
export const fileIdsIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(FILE_PATH)].map(([, publicId]) => publicId ?? ''))),
]
