import { TextDecoder } from 'node:util'
import { Refusal } from '#shared/contract/refusals.ts'
import { MAX_WORKBOOK_BYTES } from '#shared/import/workbook.ts'
import { damaged } from './refusals.ts'

/** Bytes examined to tell a text from something else. */
const SAMPLE = 4_096

/**
 * Checks by its first bytes, not by its name, whether a file may be a workbook: a zip archive named .xlsx.
 *
 * Fast, as it examines bytes only; the archive's contents are checked by `inspectArchive` (archive.ts).
 * @throws Refusal with the message for the actual kind of file
 */
export function checkContent(bytes: Uint8Array, fileName: string): void {
  if (bytes.length === 0) throw new Refusal('file.empty')
  if (bytes.length > MAX_WORKBOOK_BYTES) throw new Refusal('workbook.tooLarge')
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isZip(file)) throw whatItIs(file, fileName)
  if (!isNamedWorkbook(fileName)) throw /\.xlsm$/i.test(visible(fileName)) ? new Refusal('workbook.macros') : new Refusal('workbook.wrongName')
}

/** Direction marks and zero-width characters hide an extension without changing it. */
const visible = (fileName: string): string => fileName.replaceAll(/[\p{Cf}\s]+$/gu, '')
/** A file without a name is judged by its content alone. */
const isNamedWorkbook = (fileName: string): boolean => fileName === '' || /\.xlsx$/i.test(visible(fileName))

const isZip = (file: Buffer): boolean => startsWith(file, [0x50, 0x4b, 0x03, 0x04]) || startsWith(file, [0x50, 0x4b, 0x05, 0x06])
const startsWith = (file: Buffer, signature: readonly number[]): boolean => signature.every((byte, index) => file[index] === byte)

function whatItIs(file: Buffer, fileName: string): Refusal {
  if (startsWith(file, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
    return isEncryptedOffice(file) ? new Refusal('workbook.encrypted') : new Refusal('workbook.oldExcel')
  if (isAllZeros(file)) return damaged()
  const text = asText(file)
  if (text !== null) {
    if (/<html|<!doctype html|<table|<meta|<head|^mime-version:/i.test(text)) return new Refusal('workbook.webPage')
    if (/^\s*<\?xml/i.test(text)) return new Refusal('workbook.xmlTable')
    if (/\.(?:xlsx|csv|txt|xls)$/i.test(visible(fileName)) || fileName === '') return new Refusal('workbook.plainText')
  }
  return isNamedWorkbook(fileName) ? new Refusal('workbook.contentDiffers') : new Refusal('workbook.wrongName')
}

/** Comparing with itself shifted by one byte takes a millisecond for 10 MB; a callback per byte would block everything for 0.2 s. */
const isAllZeros = (file: Buffer): boolean => file[0] === 0 && file.subarray(1).equals(file.subarray(0, -1))

/** A password-protected workbook is an OLE2 file around the encrypted archive; its directory contains this name. */
function isEncryptedOffice(file: Buffer): boolean {
  return file.includes(Buffer.from('EncryptedPackage', 'utf16le')) || file.includes(Buffer.from('EncryptionInfo', 'utf16le'))
}

/** The beginning of a text file in UTF-8, GB18030 or UTF-16; null for anything else. */
function asText(file: Buffer): string | null {
  const sample = file.subarray(0, SAMPLE)
  if (startsWith(file, [0xff, 0xfe])) return sample.toString('utf16le', 2)
  if (startsWith(file, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(sample)
  const isBinary = sample.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1a)
  if (isBinary || startsWith(file, [0x25, 0x50, 0x44, 0x46])) return null
  return sample.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
}
