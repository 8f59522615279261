import { z } from 'zod'

/** A file that main holds for the page, which never learns its path. */
export const SavedFile = z.object({ ticket: z.string(), name: z.string() })
export type SavedFile = z.infer<typeof SavedFile>
