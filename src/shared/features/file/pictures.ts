import { z } from 'zod'
import { uploadMessages } from './rules.ts'

/** A stored picture in answers: `{resourcepath}` on the wire, its path in the program. */
export const Picture = z.codec(z.object({ resourcepath: z.string() }), z.string(), {
  decode: ({ resourcepath }) => resourcepath,
  encode: (resourcepath) => ({ resourcepath }),
})

const wrong = { error: '图片格式不正确' }

/**
 * At most `max` stored pictures attached by a client: `[{resourcepath}]`, bare paths or nothing on the wire; their paths in the
 * program.
 */
export const picturePaths = (max: number) =>
  z.codec(
    z
      .array(z.union([z.object({ resourcepath: z.string() }), z.string()], wrong), wrong)
      .max(max, uploadMessages.tooMany(max))
      .nullish(),
    z.custom<string[]>(),
    {
      decode: (list) => (list ?? []).map((one) => (typeof one === 'string' ? one : one.resourcepath)),
      encode: (paths) => paths.map((resourcepath) => ({ resourcepath })),
    },
  )
