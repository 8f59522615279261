import { expect, it } from 'vitest'
import { z } from 'zod'
import { picturePaths } from '../../../src/shared/features/file/pictures.ts'

it('stored pictures are objects, paths or absent, and limited in number', () => {
  const two = picturePaths(2)
  expect(z.decode(two, [{ resourcepath: '/file/a' }, '/file/b'])).toEqual(['/file/a', '/file/b'])
  expect(z.decode(two, null)).toEqual([])
  expect(z.encode(two, ['/file/a'])).toEqual([{ resourcepath: '/file/a' }])
  expect(z.safeDecode(two, ['a', 'b', 'c']).error?.issues[0]?.message).toBe('上传文件数量不能超过 2 个!')
  expect(z.safeDecode(two, [1] as unknown as string[]).error?.issues[0]?.message).toBe('图片格式不正确')
})
