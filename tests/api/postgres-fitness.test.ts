import { describe, expect, inject, it } from 'vitest'
import { OLDEST_POSTGRES, unfitness } from '../../src/server/database/postgres-fitness.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { administer } from '../support/postgres.ts'

describe('an unsuitable PostgreSQL database', () => {
  const fit = { versionNumber: 150_004, version: '15.4', encoding: 'UTF8', schema: 'public', mayCreate: true }

  it('is refused if its version is too old', () => {
    expect(unfitness(fit)).toBeNull()
    expect(unfitness({ ...fit, versionNumber: OLDEST_POSTGRES * 10_000, version: `${OLDEST_POSTGRES}.0` })).toBeNull()
    expect(unfitness({ ...fit, versionNumber: 90_624, version: '9.6.24' })).toBe('PostgreSQL 版本须为13或更高，当前为9.6.24，请升级 PostgreSQL 后再启动')
    expect(unfitness({ ...fit, schema: null, mayCreate: null })).toContain('没有可用的模式')
  })

  describe.skipIf(inject('postgresUrl') === '')('is refused at start', () => {
    const server = inject('postgresUrl')
    const names = () => `vote_unfit_${process.pid}_${Math.random().toString(36).slice(2, 8)}`

    it.each(['SQL_ASCII', 'LATIN1'])('with encoding %s', async (encoding) => {
      const name = names()
      await administer(server, `create database ${name} encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`)
      try {
        await expect(openDatabase({ url: `${server}/${name}` })).rejects.toMatchObject({
          name: 'ServerStartError',
          message: `数据库编码须为UTF8，当前为${encoding}，请让数据库管理员新建一个编码为UTF8的数据库`,
        })
      } finally {
        await administer(server, `drop database ${name} with (force)`)
      }
    })

    it('for a user without the right to create tables', async () => {
      const name = names()
      await administer(server, `create database ${name} encoding 'UTF8' lc_collate 'C' lc_ctype 'C' template template0`)
      await administer(server, `create role ${name} login`)
      await administer(server, `revoke create on schema public from public`, name)
      const url = new URL(`${server}/${name}`)
      url.username = name
      try {
        const opened = () => openDatabase({ url: url.href })
        await expect(opened()).rejects.toMatchObject({
          name: 'ServerStartError',
          message: 'PostgreSQL 的用户没有在模式“public”中建表的权限，请让数据库管理员授予建表权限（CREATE）后再启动',
        })
        await administer(server, `revoke usage on schema public from public`, name)
        await expect(opened()).rejects.toMatchObject({ message: expect.stringContaining('没有可用的模式') as string })
        await administer(server, `grant usage, create on schema public to ${name}`, name)
        await (await opened()).close()
      } finally {
        await administer(server, `drop database ${name} with (force)`)
        await administer(server, `drop role ${name}`)
      }
    })
  })
})
