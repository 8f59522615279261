import { expect, it } from 'vitest'
import { offeredFiles, shallow } from '../../../src/renderer/features/reading/offeredFiles.ts'

const OTHER_FORMAT = '请使用 PDF 或 JPG：其他格式请另存为 JPG'
const TOO_MUCH = '一次最多200M、600页、2000个文件，请分批扫描'

/** The properties examined before reading. */
const file = (name: string, size = 9, webkitRelativePath = ''): File =>
  Object.defineProperties(new File(['.'], name), { size: { value: size }, webkitRelativePath: { value: webkitRelativePath } })
function offered(...files: readonly File[]): unknown {
  const found = offeredFiles(files)
  return typeof found === 'string' ? found : found.map(({ name, problem }) => [name, problem])
}

it('accepts PDF, JPG and JPEG in any case, and names the files that it refuses', () => {
  for (const name of ['一.pdf', '二.PDF', '三.jpg', '四.JPEG']) expect(offered(file(name))).toEqual([[name, null]])
  for (const name of ['一.png', '二.tiff', '三.heic', '四.bmp', '五.docx', '六', 'pdf']) expect(offered(file(name))).toEqual([[name, OTHER_FORMAT]])
})

it('refuses empty and too large files, and reads the rest', () => {
  const largest = 200 * 1024 * 1024
  expect(offered(file('空.pdf', 0), file('大.pdf', largest + 1), file('刚好.pdf', largest))).toEqual([
    ['空.pdf', '文件是空的，请重新选择'],
    ['大.pdf', TOO_MUCH],
    ['刚好.pdf', null],
  ])
})

it('reads none of more than 2,000 files, ignoring system files', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => file(`${index}.jpg`))
  expect(offered(...many, file('Thumbs.db'), file('.DS_Store'))).toHaveLength(2_000)
  expect(offered(...many, file('more.jpg'))).toBe(TOO_MUCH)
})

it('reads folders three levels deep', () => {
  const paths = ['a/1.jpg', 'a/b/2.jpg', 'a/b/c/3.jpg', 'a/b/c/d/4.jpg', 'a/b/c/d/e/5.jpg']
  expect(shallow(paths.map((path) => file(path.split('/').at(-1) ?? '', 9, path))).map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg'])
})

it('keeps the end of a name that is too long', () => {
  const [kept] = offeredFiles([file(`${'长'.repeat(300)}.pdf`)]) as readonly { readonly name: string }[]
  expect(Array.from(kept?.name ?? '')).toHaveLength(200)
  expect(kept?.name.endsWith('.pdf')).toBe(true)
})
