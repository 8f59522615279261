import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { badRequest } from './errors.ts'

const MAX_DEPTH = 64

/** How deep a JSON text nests, told from its brackets outside of strings. */
function depthOf(text: string): number {
  let [depth, deepest, isInString] = [0, 0, false]
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (isInString) {
      if (character === '\\') index++
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth)
    else if (character === '}' || character === ']') depth--
  }
  return deepest
}

/** Takes JSON bodies only; what is no JSON, nests too deep or reaches for a prototype is 请求格式错误. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    if (depthOf(text) > MAX_DEPTH) return done(badRequest())
    try {
      return done(null, secureJson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' }))
    } catch {
      return done(badRequest())
    }
  })
}
