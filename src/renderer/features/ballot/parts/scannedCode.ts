import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { typedCode } from '#shared/features/paper/code.ts'
import { readQrText } from '#shared/features/paper/qr.ts'

/** Matches a printed ballot's QR code, valid or not; a code written by hand may start alike. */
const LIKE_QR = /^V1-.+-.+-\d+-.{4}$/i

/** The message for a misread QR code. */
export const WRONG_CHECK = '扫到的二维码不完整或有误，请重新扫描'

const inHex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** The code of a ballot paper, scanned as QR code or bare, or typed; null if a QR code's check fails. */
export function scannedCode(text: string): string | null {
  const given = text.trim().normalize('NFKC')
  if (!LIKE_QR.test(given)) return typedCode(text)
  const mark = readQrText(given, inHex)
  return mark === null ? null : typedCode(mark.code)
}
