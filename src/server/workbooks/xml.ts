import { Refusal } from '#shared/contract/refusals.ts'
import { SaxesParser } from 'saxes'
import { asRefusal, damaged } from './refusals.ts'
import { xmlText } from './xmlText.ts'

/** A file of the workbook as text: unpacked and decoded again at each call, in pieces of a few KB. */
export type Part = () => AsyncIterable<string>
export type Attributes = Readonly<Record<string, string>>

/** What a parser tells of a part, in order. Names come as they are written, with their prefix; see {@link localName}. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes, isEmpty: boolean) => void
  /** Told of an empty element, too. */
  readonly close?: (name: string, isEmpty: boolean) => void
  /** Text and CDATA with entities resolved; one text may come in several pieces. */
  readonly text?: (text: string) => void
}

/** The most that may come without any element, text or end: a tag or a text without an end would fill the memory. In characters. */
const MAX_HELD = 1_200_000

/** `x:row` and `row` are both `row`: the format lets a writer choose any prefix, and the strict edition only has other namespaces. */
export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/**
 * A parser that is given a part piece by piece.
 *
 * @throws Refusal (damaged) for what is not well-formed, for a document type, which no workbook has, and for an end that
 * comes too early; Refusal (too complex) for an element or a text that does not end
 */
export function createXmlParser(handlers: XmlHandlers) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let silentFor = 0
  const { open, close, text } = handlers
  // Called for every tag of a sheet: nothing stands between that is not needed.
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
    /** Takes the next piece, of any length. */
    write(piece: string): void {
      silentFor += piece.length
      guarded(() => parser.write(piece))
      if (silentFor > MAX_HELD) throw new Refusal('workbook.tooComplex')
    },
    /** To be called once, after the last piece: it refuses a part that ends too early. */
    end: () => guarded(() => parser.close()),
  }
}

/**
 * Parses a whole part.
 *
 * One that cannot be parsed is unpacked to its end all the same: that it is larger than the archive's directory promised
 * says more than that it is no XML.
 * @throws Refusal as {@link createXmlParser} does
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

/** Text as it is between tags; what XML cannot hold is left out. */
export function escapeText(text: string): string {
  return xmlText(text).replace(/[&<>\r]/g, (sign) => signs[sign] ?? sign)
}

/** A tag as it is written, with its attributes. */
export function tagText(name: string, attributes: Attributes, isEmpty: boolean): string {
  let text = `<${name}`
  for (const key of Object.keys(attributes)) text += ` ${key}="${escapeAttribute(attributes[key] ?? '')}"`
  return text + (isEmpty ? '/>' : '>')
}

function escapeAttribute(value: string): string {
  return xmlText(value).replace(/[&<>"\t\n\r]/g, (sign) => signs[sign] ?? sign)
}
