import { Refusal } from '#shared/contract/refusals.ts'
import { SaxesParser } from 'saxes'
import { asRefusal, damaged } from './refusals.ts'
import { xmlText } from './xmlText.ts'

/** A file of the workbook as text: unpacked and decoded anew on each call, in pieces of a few KB. */
export type Part = () => AsyncIterable<string>
export type Attributes = Readonly<Record<string, string>>

/** Parser events of a part, in order. Names include their prefix; see {@link localName}. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes, isEmpty: boolean) => void
  /** Also called for an empty element. */
  readonly close?: (name: string, isEmpty: boolean) => void
  /** Text and CDATA with entities resolved; one text may arrive in several pieces. */
  readonly text?: (text: string) => void
}

/** Maximum characters without any element, text or end: an unterminated tag or text would fill the memory. */
const MAX_HELD = 1_200_000

/** `x:row` and `row` are both `row`: the format allows any prefix, and the strict edition differs only in its namespaces. */
export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/**
 * A push parser for the pieces of a part.
 *
 * @throws Refusal (damaged) for malformed XML, for a document type, which no workbook has, and for a premature end; Refusal
 * (too complex) for an unterminated element or text
 */
export function createXmlParser(handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let silentFor = 0
  const { open, close, text } = handlers
  // Called for every tag of a sheet: kept minimal.
  parser.on('closetag', ({ name, isSelfClosing }) => {
    silentFor = 0
    close?.(name, isSelfClosing)
  })
  if (open) {
    parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
      silentFor = 0
      open(name, attributes, isSelfClosing)
    })
  }
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('doctype', () => {
    throw damaged(new Error('document type in a part'))
  })
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (cause) {
      throw asRefusal(cause)
    }
  }
  return {
    /** Parses the next piece, of any length. */
    write(piece: string): void {
      silentFor += piece.length
      guarded(() => parser.write(piece))
      if (silentFor > MAX_HELD) throw new Refusal('workbook.tooComplex')
    },
    /** Call once, after the last piece: refuses a part that ends too early. */
    end: () => guarded(() => parser.close()),
  }
}

/**
 * Parses a whole part.
 *
 * A malformed one is still unpacked to its end: exceeding the size declared in the archive's directory is the more telling error.
 * @throws Refusal as {@link createXmlParser}
 */
export async function parseXml(part: Part, handlers: XmlHandlers): Promise<void> {
  const parser = createXmlParser(handlers)
  let failure: Error | null = null
  for await (const piece of part()) {
    if (failure !== null) continue
    try {
      parser.write(piece)
    } catch (error) {
      failure = asRefusal(error)
    }
  }
  if (failure !== null) throw failure
  parser.end()
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;', '\n': '&#10;', '\r': '&#13;' }

/** Escapes text between tags; drops what XML cannot hold. */
export function escapeText(text: string): string {
  return xmlText(text).replace(/[&<>\r]/g, (sign) => signs[sign] ?? sign)
}

/** Serializes a tag with its attributes. */
export function tagText(name: string, attributes: Attributes, isEmpty: boolean): string {
  let text = `<${name}`
  for (const key of Object.keys(attributes)) text += ` ${key}="${escapeAttribute(attributes[key] ?? '')}"`
  return text + (isEmpty ? '/>' : '>')
}

function escapeAttribute(value: string): string {
  return xmlText(value).replace(/[&<>"\t\n\r]/g, (sign) => signs[sign] ?? sign)
}
