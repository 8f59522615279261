import dayjs, { type Dayjs } from 'dayjs'

/** How a time is written, in China standard time whatever the machine's zone: the wire's form, and the same to the minute. */
export const WRITTEN_SECONDS = 'YYYY-MM-DD HH:mm:ss'
export const WRITTEN_MINUTES = 'YYYY-MM-DD HH:mm'

/** What a day that is chosen begins with (`console.md` section 9). */
export const noon = dayjs('2000-01-01 12:00:00')

/** A written time as antd's pickers take it; `''` is none. */
export const pickedTime = (written = ''): Dayjs | null => (written === '' ? null : dayjs(written))

/** What a picker gives as it is written; `''` where it was emptied. */
export const writtenTime = (moment: Dayjs | null, format: string): string => (moment === null ? '' : moment.format(format))

/** What a Form.Item needs so that its field is written though its picker gives moments. */
export const writtenField = (format: string) => ({
  getValueProps: (written: string | undefined) => ({ value: pickedTime(written) }),
  getValueFromEvent: (moment: Dayjs | null) => writtenTime(moment, format),
})
