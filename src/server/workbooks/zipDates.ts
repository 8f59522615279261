import { formatTime } from '#shared/time/chinaTime.ts'

/** Signatures and lengths of the format's records (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16); times and dates stand as MS-DOS words. */
const END_RECORD = { signature: 0x06054b50, length: 22 }
const DIRECTORY_ENTRY = { signature: 0x02014b50, length: 46, date: 12 }
const LOCAL_HEADER = { signature: 0x04034b50, date: 10 }

/**
 * Gives all entries of a finished archive one date, in place: exceljs writes the computer's clock into each, and so the same rows would
 * make other bytes every two seconds.
 *
 * `epochMs` is written as the time in China, as everywhere; the format knows no time before 1980.
 * @throws Error for an archive of another form than exceljs writes: with a comment, or of more than 4 GB
 */
export function setEntryDates(archive: Uint8Array<ArrayBuffer>, epochMs: number): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const expect = (at: number, signature: number): void => {
    if (view.getUint32(at, true) !== signature) throw new Error(`the archive has no record ${signature.toString(16)} at ${at}`)
  }
  const end = archive.byteLength - END_RECORD.length
  expect(end, END_RECORD.signature)
  const date = dosDate(epochMs)
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(at, DIRECTORY_ENTRY.signature)
    const header = view.getUint32(at + 42, true)
    expect(header, LOCAL_HEADER.signature)
    view.setUint32(at + DIRECTORY_ENTRY.date, date, true)
    view.setUint32(header + LOCAL_HEADER.date, date, true)
    at += DIRECTORY_ENTRY.length + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  if (at !== end) throw new Error('the archive’s directory does not end where its end record begins')
}

/** The date in the upper, the time in the lower word; seconds by twos. */
function dosDate(epochMs: number): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = formatTime(epochMs).split(/\D/).map(Number)
  if (year < 1980) return (1 << 21) | (1 << 16)
  return (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
}
