import { z } from 'zod'
import { uploadMessages } from './rules.ts'

/** A stored picture on the way out: `{resourcepath}` on the wire, its path inside. */
export const Picture = z.codec(z.object({ resourcepath: z.string() }), z.string(), {
  decode: ({ resourcepath }) => resourcepath,
  encode: (resourcepath) => ({ resourcepath }),
})

const wrong = { error: '图片格式不正确' }

/** Stored pictures that a client attaches, at most `max`: `[{resourcepath}]` or bare paths, or nothing, on the wire; their paths inside. */
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
