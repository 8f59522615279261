export { formatArea, formatCount } from '#shared/text/numbers.ts'
