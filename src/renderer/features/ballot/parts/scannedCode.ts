import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { typedCode } from '#shared/features/paper/code.ts'
import { readQrText } from '#shared/features/paper/qr.ts'

/** What the QR code of a printed ballot looks like, right or wrong; a code that was written by hand may begin alike. */
const LIKE_QR = /^V1-.+-.+-\d+-.{4}$/i

/** The message of a QR code that was not read right. */
export const WRONG_CHECK = '扫到的二维码不完整或有误，请重新扫描'

const inHex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The code of a ballot paper as it was scanned, from its QR code or bare, or typed; null if the check of a QR code does not fit. */
export function scannedCode(text: string): string | null {
  const given = text.trim().normalize('NFKC')
  if (!LIKE_QR.test(given)) return typedCode(text)
  const mark = readQrText(given, inHex)
  return mark === null ? null : typedCode(mark.code)
}
