/** Whether a phone is one that is entered where an owner has none: one digit eleven times, digits in a row. */
export function isNoPhone(phone: string): boolean {
  return phone.length < 7 || /^(\d)\1+$/.test(phone) || phone === '12345678901' || phone === '12345678910' || phone === '01234567890'
}
