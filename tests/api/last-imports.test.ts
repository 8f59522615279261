import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { journalStore } from '../../src/server/features/journal/store.ts'
import { allEstates } from '../../src/server/scope/estateScope.ts'
import { good, makeActivity, makeEstate } from '../support/activities.ts'
import { onBothDatabases } from '../support/databases.ts'
import { madeBefore, serverForAll } from '../support/server.ts'
import { propertyWorkbook, workbookOf } from '../support/workbooks/make.ts'

onBothDatabases('the last imports', (engine) => {
  const server = serverForAll(engine)
  const admin = madeBefore(() => server.member('admin_1'))
  const staff = madeBefore(() => server.member('staff_1'))

  const last = async (client = staff) => good(await client.get('/audit/lastimports')) as Record<string, unknown>[]
  const importProperties = async (estateId: string, name: string, count: number, fields = {}) =>
    admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name, bytes: await propertyWorkbook(count) }, { estateId, ...fields })

  it('is empty without imports: neither a dry run nor a refused workbook counts', async () => {
    expect(await last()).toEqual([])
    const { estateId } = await makeEstate(admin, [])
    good(await importProperties(estateId, '核对.xlsx', 2, { dryrun: '1' }))
    const wrong = await workbookOf([['分期'], ['一期']])
    expect((await admin.upload('/vtpropertyinfo/importpropertyinfo', { field: 'uploadfile', name: '错.xlsx', bytes: wrong }, { estateId })).code).not.toBe(200)
    expect(await last()).toEqual([])
  })

  it('returns who imported what into which estate, and the number of rows', async () => {
    const estateId = good(await admin.post('/vtestate/save', { name: '翠湖花园', addr: '路' })).estateid as string
    good(await importProperties(estateId, '一期“房产”.xlsx', 3))
    good(await importProperties(estateId, '再来.xlsx', 4))
    const common = {
      username: 'admin_1',
      nickName: 'admin_1',
      time: '2026-05-01 09:00:00',
      action: 'property.import',
      estateid: estateId,
      estatename: '翠湖花园',
    }
    expect(await last()).toMatchObject([
      { ...common, filename: '再来.xlsx', total: 4, inserted: 1, updated: 3, voteactivityid: '', title: '' },
      { ...common, filename: '一期“房产”.xlsx', total: 3, inserted: 3, updated: 0 },
    ])
    expect(await last(admin)).toEqual(await last())
  })

  it('names the activity and its estate for imports of deliveries', async () => {
    const { estateId } = await makeEstate(admin, [['1-101', '张三', 80]])
    const { activityId } = await makeActivity(admin, estateId, { title: '换电梯' })
    const bytes = await workbookOf([
      ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注'],
      ['一期', '', '1栋', '1单元', '101', '上门', '2026-05-01 08:00', '王', ''],
    ])
    good(await staff.upload('/vote/importnotifyinfo', { field: 'uploadfile', name: '送达.xlsx', bytes }, { activityid: activityId }))
    expect((await last())[0]).toMatchObject({
      username: 'staff_1',
      action: 'notification.import',
      filename: '送达.xlsx',
      total: 1,
      inserted: 1,
      updated: 0,
      estateid: estateId,
      voteactivityid: activityId,
      title: '换电梯',
    })
  })

  it('returns the newest five, newest first; an import of a deleted estate has no name', async () => {
    const names = ['甲', '乙', '丙', '丁', '戊', '己']
    const ids: string[] = []
    for (const name of names) {
      const estateId = good(await admin.post('/vtestate/save', { name, addr: '路' })).estateid as string
      ids.push(estateId)
      good(await importProperties(estateId, `${name}.xlsx`, 1))
    }
    expect((await last()).map(({ estatename }) => estatename)).toEqual(['己', '戊', '丁', '丙', '乙'])
    const gone = ids.at(-1) ?? ''
    const properties = good(await admin.get('/vtpropertyinfo/list', { estateId: gone })).datas as { propertyid: string }[]
    good(await admin.get('/vtpropertyinfo/delete', { ids: properties[0]?.propertyid ?? '' }))
    good(await admin.get('/vtestate/delete', { ids: gone }))
    expect((await last())[0]).toMatchObject({ filename: '己.xlsx', estateid: '', estatename: '' })
  })

  it('uses its own index, however long the journal is', async () => {
    if (engine !== 'sqlite') return
    let asked = ''
    const read = server.database.read
    const listening = read.withPlugin({
      transformQuery({ node, queryId }) {
        asked = read.getExecutor().compileQuery(node, queryId).sql
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    await journalStore(listening).lastImports(allEstates, 5)
    const { rows } = await read.executeQuery(CompiledQuery.raw(`explain query plan ${asked}`, [5]))
    expect(JSON.stringify(rows)).toContain('USING INDEX audit_import')
  })
})
