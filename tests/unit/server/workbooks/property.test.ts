import { describe, expect, it, vi } from 'vitest'
import { handMade, row } from '../../../support/workbooks/handMade.ts'
import { property, PROPERTY_HEADER, propertyWorkbook, workbookOf } from '../../../support/workbooks/make.ts'
import { cellsOf, complaints, readWorkbook, refusalOf, shared, sharedTexts, understood, workbook } from './support.ts'

// The first one starts the worker, on a machine busy with other tests.
vi.setConfig({ testTimeout: 30_000 })

const formula = (inside: string, attributes = '') => ({ attributes, inside })
const dated = { attributes: 's="1"', inside: '<v>46082</v>' }
const DATE = { formats: ['m"月"d"日"'] }

describe('columns', () => {
  it('are found by name in any order, between blank and unknown columns', async () => {
    const header = ['序号', '手机号', null, '房号', '面积', '产权人', '楼栋', '分期']
    const { rows, preview } = await readWorkbook(
      handMade({ sheets: [{ rows: row(1, header) + row(2, [1, '13800138000', null, '301', 80, '张三', '2栋', '二期']) }] }),
    )
    expect(rows).toEqual([
      {
        row: 2,
        period: '二期',
        zone: '',
        building: '2栋',
        unit: '',
        floor: null,
        room: '301',
        areaHundredths: 8_000,
        ownerName: '张三',
        phone: '13800138000',
        idNumber: null,
        category: null,
        areaSource: null,
        occupancy: null,
        remark: null,
      },
    ])
    expect(preview.columns).toEqual(['手机号', '房号', '面积', '产权人', '楼栋', '分期'])
    expect(preview.ignored).toEqual(['序号'])
    expect(preview.rows).toEqual([{ row: 2, cells: ['13800138000', '301', '80', '张三', '2栋', '二期'] }])
  })

  it.each([
    ['期', '分区', '幢', '单元号', '层', '室号', '建筑面积（㎡）', '业主姓名', '联系电话', '身份证号', '房屋用途', '面积来源', '居住情况', '备注'],
    ['期数', '区域', '栋', '单元', '楼层', '房间号', '面积(㎡)', '姓名', '电话', '产权人证件号', '房屋类型', '面积依据', '入住状态', '备 注'],
    [
      '分期*',
      ' 区 ',
      '楼栋号 *',
      '单元',
      '楼层',
      '房屋号',
      '建筑面积\n(㎡)',
      '业主',
      '产权人手机号',
      '证件号（选填）',
      '用途（选填）',
      '面积依据',
      '居住状态（选填）',
      '备注',
    ],
  ])('are found by their other names: %s %s %s', async (...header) => {
    const bytes = handMade({ sheets: [{ rows: row(1, header) + row(2, cellsOf()) }] })
    const { errors, preview } = await readWorkbook(bytes)
    expect(errors).toEqual([])
    expect(preview.columns).toEqual([...PROPERTY_HEADER])
  })

  it.each([
    ['分期', '区', '楼号', '单元', '楼层', '房间', '产权面积', '业主名称', '手机号码', '身份证号码', '用途', '面积依据', '居住状态', '备注'],
    ['分期', '区', '幢号', '单元', '楼层', '门牌号', '面积', '权利人', '联系方式', '证件号码', '用途', '面积依据', '居住状态', '备注'],
    ['分期', '区', '栋号', '单元', '楼层', '室号', '面积', '业主', '电话号码', '业主证件号', '用途', '面积依据', '居住状态', '备注'],
    ['分期', '区', '楼栋号', '单元', '楼层', '房间号', '面积', '业主姓名', '手机', '身份证', '用途', '面积依据', '居住状态', '备注'],
    ['分期', '区', '栋', '单元', '楼层', '房间', '面积', '业主', '手机', '公民身份号码', '用途', '面积依据', '居住状态', '备注'],
    ['分期', '区', '幢', '单元', '楼层', '房间', '面积', '业主', '手机', '证号', '用途', '面积依据', '居住状态', '备注'],
  ])('are found by names common in offices: %s %s %s', async (...header) => {
    const { errors, preview } = await readWorkbook(handMade({ sheets: [{ rows: row(1, header) + row(2, cellsOf()) }] }))
    expect([errors, preview.columns, preview.ignored]).toEqual([[], [...PROPERTY_HEADER], []])
  })

  it('similar to a known one are reported', async () => {
    const header = PROPERTY_HEADER.map((name) => (name === '证件号' ? '身份证编号' : name))
    const rows = row(1, [...header, '套内面积', '公摊面积', '产权人电话', '联系方法', '序号', '小区']) + row(2, cellsOf())
    const { preview } = await readWorkbook(handMade({ sheets: [{ rows }] }))
    expect(preview.remarks).toEqual([
      '“身份证编号”没有读取，像是“证件号”；如果是，请指明',
      '“套内面积”、“公摊面积”没有读取，像是“面积”，“面积”已另有一列',
      '“产权人电话”、“联系方法”没有读取，像是“手机号”，“手机号”已另有一列',
    ])
    const told = await readWorkbook(handMade({ sheets: [{ rows }] }), { named: { 身份证编号: '', 套内面积: '', 公摊面积: '' } })
    expect(told.preview.remarks).toEqual([preview.remarks[2]])
    expect(preview.headers?.filter(({ field }) => field === '').map(({ text }) => text)).toEqual(preview.ignored)
    expect(preview.headers?.slice(0, 3)).toEqual([
      { text: '分期', field: 'period' },
      { text: '区', field: 'zone' },
      { text: '楼栋', field: 'building' },
    ])
  })

  const refusedFor = (rows: string, named?: Record<string, string>) =>
    readWorkbook(handMade({ sheets: [{ rows }] }), named === undefined ? {} : { named }).then(
      () => 'imported',
      (error: unknown) => error,
    )
  const unlike =
    row(1, ['翠苑人家业主花名册']) + row(3, ['分期', '哪座', '房号', '面积', '产权人', '手机号']) + row(4, ['一期', '3栋', '1201', 89.5, '张三', '13800138000'])

  it('missing columns are reported with the header row, and can be mapped by hand', async () => {
    expect(await refusedFor(unlike)).toMatchObject({
      code: 402,
      reason: 'workbook.noHeader',
      data: {
        message: '第3行是表头，只缺少列：楼栋。如果列名不同，请指明是哪一列',
        columns: ['分期', '哪座', '房号', '面积', '产权人', '手机号'],
        needed: ['building'],
        headerrow: 3,
        headers: expect.arrayContaining([
          { text: '哪座', field: '' },
          { text: '产权人', field: 'personname' },
        ]),
      },
    })
    const { rows, header } = await readWorkbook(handMade({ sheets: [{ rows: unlike }] }), { named: { 哪座: 'building' } })
    expect(rows).toMatchObject([{ row: 4, building: '3栋' }])
    expect(header).toMatchObject({ row: 3, columns: { 楼栋: 2 } })
  })

  it('columns mapped by hand but not in the file change nothing', async () => {
    expect(await refusedFor(unlike, { 楼座: 'building', 别的: 'personname' })).toMatchObject({ data: { needed: ['building'] } })
  })

  it('two columns of one meaning can be mapped by hand if their headers differ', async () => {
    const header = ['分期', '楼栋', '房号', '面积', '业主', '姓名', '手机号']
    const rows = row(1, header) + row(2, ['一期', '3栋', '1201', 89.5, '张三', '经办人', '13800138000'])
    expect(await refusedFor(rows)).toMatchObject({ reason: 'workbook.sameColumnTwice', data: { needed: ['personname'], headerrow: 1 } })
    expect((await readWorkbook(handMade({ sheets: [{ rows }] }), { named: { 业主: 'personname' } })).rows).toMatchObject([{ ownerName: '张三' }])
    expect(await refusedFor(rows.replace('姓名', '业主'))).toMatchObject({ reason: 'workbook.sameColumnTwice', data: { needed: [] } })
  })

  it('may be below a title, down to row 10', async () => {
    const bytes = handMade({ sheets: [{ rows: row(1, ['某某小区房产登记表']) + row(10, PROPERTY_HEADER) + row(11, cellsOf()) }] })
    expect((await readWorkbook(bytes)).rows).toMatchObject([{ row: 11, room: '1201' }])
  })

  it('prefer their own name to an alias, with a remark', async () => {
    const { rows, preview } = await readWorkbook(handMade({ sheets: [{ rows: row(1, ['姓名', ...PROPERTY_HEADER]) + row(2, ['经办人', ...cellsOf()]) }] }))
    expect(rows[0]?.ownerName).toBe('张三')
    expect(preview.ignored).toEqual(['姓名'])
    expect(preview.remarks).toEqual(['“产权人”和“姓名”两列都是产权人，读取的是“产权人”'])
  })

  it('unknown columns are listed up to a limit', async () => {
    const bytes = handMade({
      sheets: [
        {
          rows:
            row(1, [...PROPERTY_HEADER, ...Array.from({ length: 300 }, (_, index) => `${index}${'长'.repeat(200)}`)]) +
            row(2, cellsOf({ room: '长'.repeat(30_000) })),
        },
      ],
    })
    const { preview, errors } = await readWorkbook(bytes)
    expect(preview.ignored).toHaveLength(50)
    expect(JSON.stringify(preview).length).toBeLessThan(10_000)
    expect(errors).toMatchObject([{ row: 2, column: '房号', message: '房号不能超过20个字符' }])
  })

  it('do not treat 套内面积 as 面积', async () => {
    expect(
      await refusalOf(
        handMade({
          sheets: [
            {
              rows: row(
                1,
                PROPERTY_HEADER.map((name) => (name === '面积' ? '面积(套内)' : name)),
              ),
            },
          ],
        }),
      ),
    ).toBe('第1行是表头，只缺少列：面积。如果列名不同，请指明是哪一列')
  })
})

describe('place cells', () => {
  it('keep typed texts, and numbers by their digits', async () => {
    expect(await understood({ period: 1, building: 3, unit: '01', room: '3-1', floor: -1 })).toMatchObject({
      period: '1',
      building: '3',
      unit: '01',
      room: '3-1',
      floor: '-1',
    })
  })

  it.each([
    ['分期：请输入房产分期', { period: null }],
    ['楼栋：请输入楼栋号', { building: '' }],
    ['房号：请输入房屋号', { room: '\u200b\u00a0 ' }],
    ['分期：分期不能超过20个字符', { period: '期'.repeat(21) }],
    ['单元：单元不能包含▶', { unit: '1▶2' }],
    ['房号：含有无法识别的字符，请重新填写', { room: '12\ufffd1' }],
    ['房号：公式计算出错，请改为填写数值', { room: formula('<v>#N/A</v>', 't="e"') }],
    ['房号：公式计算出错，请改为填写数值', { room: formula('<f>A1</f><v>#REF!</v>', 't="e"') }],
    ['房号：公式没有保存计算结果，请用 WPS/Excel 打开并保存后再导入', { room: formula('<f>A1&amp;1</f>') }],
    ['房号：单元格内容已丢失，请重新填写', { room: shared(7) }],
  ])('%s', async (complaint, changes) => expect(await complaints(changes)).toEqual([complaint]))

  it.each(['period', 'zone', 'building', 'unit', 'floor', 'room', 'ownerName', 'phone', 'idNumber'] as const)('refuses a date in %s', async (column) => {
    expect(await complaints({ [column]: dated }, DATE)).toEqual([expect.stringMatching(/：被识别为日期，请设为文本$/)])
  })

  it('refuse a date from a formula, and one in strict-edition format', async () => {
    expect(await complaints({ room: formula('<f>TODAY()</f><v>46082</v>', 's="1"') }, DATE)).toEqual(['房号：被识别为日期，请设为文本'])
    expect(await complaints({ room: formula('<v>2026-03-01</v>', 't="d"') })).toEqual(['房号：被识别为日期，请设为文本'])
  })

  it('detect a date by the cell’s style, not by its row’s style or literal letters', async () => {
    const parts = { formats: ['yyyy/m/d', '0"m"', '[Red]0', '0\\d', '_(* #,##0_)', 'yyyy"年"'] }
    const bytes = workbook(
      [2, 3, 4, 5].map((style, index) => cellsOf({ room: { attributes: `s="${style}"`, inside: `<v>${index + 1}</v>` } })),
      {
        ...parts,
        alter: (files) => files.map((file) => ({ ...file, data: String(file.data).replace('<row r="2"', '<row r="2" s="1" customFormat="1"') })),
      },
    )
    expect((await readWorkbook(bytes)).rows.map(({ room }) => room)).toEqual(['1m', '2', '3d', '4'])
  })

  it('read formulas by their result, of every kind', async () => {
    expect(
      await understood({
        room: formula('<f>B1</f><v>A-101</v>', 't="str"'),
        floor: formula('<f t="shared" si="0"/><v>0</v>'),
        building: formula('<f>1+2</f><v>3</v>'),
        zone: formula('<f>""</f><v></v>', 't="str"'),
      }),
    ).toMatchObject({
      room: 'A-101',
      floor: '',
      building: '3',
      zone: '',
    })
  })

  it('treat a formula’s 0 as empty in an optional column, and as 0 in a required one', async () => {
    const zero = formula('<f>VLOOKUP(F2,名单!A:B,2,0)</f><v>0</v>')
    const empty = { zone: '', unit: '', floor: '', idNumber: '', category: 1, areaSource: 0, occupancy: 0, remark: '' }
    const zeros = { zone: zero, unit: zero, floor: zero, idNumber: zero, category: zero, areaSource: zero, occupancy: zero, remark: zero }
    expect(await understood(zeros)).toMatchObject(empty)
    expect(await understood({ zone: 0, floor: formula('<f>"0"</f><v>0</v>', 't="str"'), building: zero })).toMatchObject({
      zone: '0',
      floor: '0',
      building: '0',
    })
    expect(await complaints({ areaHundredths: zero })).toEqual(['面积：面积必须是大于0的数字，最多两位小数'])
  })

  it('read a number as its format shows it, with zeros and literal text', async () => {
    const formats = ['0000', '0"栋"', '"第"00"单元"', '0"-"00', '0.00"层"', '000']
    const shown = (style: number, number: number, more = '') => formula(`${more}<v>${number}</v>`, `s="${style}"`)
    const cells = { room: shown(1, 101), building: shown(2, 3), unit: shown(3, 1), zone: shown(4, 1201), floor: shown(5, 12), period: shown(6, 12345) }
    expect(await understood(cells, { formats })).toMatchObject({
      room: '0101',
      building: '3栋',
      unit: '第01单元',
      zone: '12-01',
      floor: '12',
      period: '12345',
    })
    expect(await understood({ room: shown(1, 101, '<f>100+1</f>'), floor: shown(1, 0, '<f>A9</f>'), zone: shown(1, -5) }, { formats })).toMatchObject({
      room: '0101',
      floor: '',
      zone: '-0005',
    })
  })

  it('match a formatted number with the equal text', async () => {
    const numbers = { building: formula('<v>3</v>', 's="2"'), room: formula('<v>101</v>', 's="1"') }
    const bytes = workbook([cellsOf(numbers), cellsOf({ building: '3栋', room: '0101' })], { formats: ['0000', '0"栋"'] })
    expect((await readWorkbook(bytes)).errors).toMatchObject([{ row: 3, column: '房号', message: expect.stringContaining('第3行与第2行重复') }])
  })

  it('are empty if they refer to shared text -1', async () => {
    expect(await understood({ zone: shared(-1) })).toMatchObject({ zone: '' })
    expect(await complaints({ room: shared(-1) })).toEqual(['房号：请输入房屋号'])
  })

  it('join a line break in a cell', async () => expect((await understood({ building: '东区\n3栋' }))?.building).toBe('东区3栋'))
})

describe('merged cells', () => {
  const merge = (...ranges: string[]) => `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`

  it('apply to each row in 分期, 区, 楼栋, 单元 and 楼层', async () => {
    const bytes = workbook(
      [
        cellsOf({ period: '一期', zone: '东区', building: '1栋', unit: '1单元', floor: '1', room: '101' }),
        cellsOf({ period: null, zone: null, building: null, unit: null, floor: null, room: '102' }),
        cellsOf({ period: null, zone: '', building: null, unit: '2单元', floor: null, room: '101' }),
        cellsOf({ period: '二期', zone: null, building: '9栋', unit: null, floor: null, room: '101' }),
      ],
      { after: merge('A2:A4', 'B2:B4', 'C2:C4', 'D2:D3', 'E2:E3', 'G2:H2') },
    )
    const { rows, errors } = await readWorkbook(bytes)
    expect(errors).toEqual([])
    expect(rows.map(({ period, zone, building, unit, floor, room }) => [period, zone, building, unit, floor, room].join(' '))).toEqual([
      '一期 东区 1栋 1单元 1 101',
      '一期 东区 1栋 1单元 1 102',
      '一期 东区 1栋 2单元  101',
      '二期  9栋   101',
    ])
  })

  it('are refused in columns where they would be ambiguous', async () => {
    const bytes = workbook([cellsOf({ room: '101' }), cellsOf({ room: '102', ownerName: null, areaHundredths: null })], { after: merge('H2:H3', 'G2:G3') })
    expect((await readWorkbook(bytes)).errors).toMatchObject([
      { row: 3, column: '面积', message: '单元格与上方合并，请取消合并后逐行填写' },
      { row: 3, column: '产权人', message: '单元格与上方合并，请取消合并后逐行填写' },
    ])
  })

  it('starting in the header fill nothing', async () => {
    const { errors } = await readWorkbook(workbook([cellsOf(), cellsOf({ period: null, room: '102' })], { after: merge('A1:A1048576') }))
    expect(errors).toMatchObject([{ row: 3, column: '分期', message: '请输入房产分期', value: '', place: '3栋-1单元-102', owner: '张三' }])
  })

  it('do not turn an empty row into data', async () => {
    const { rowCount } = await readWorkbook(workbook([cellsOf(), [null], cellsOf({ room: '102' })], { after: merge('A2:A4') }))
    expect(rowCount).toBe(2)
  })
})

describe('area cells', () => {
  it.each([
    [89.5, 8_950],
    ['89.5㎡', 8_950],
    ['89.5 平方米', 8_950],
    ['１２０．３', 12_030],
    ['1,234.56', 123_456],
    [89.44999999999999, 8_945],
    ['0.01', 1],
    [99_999.99, 9_999_999],
    [100, 10_000],
  ])('%s is read', async (written, hundredths) => expect((await understood({ areaHundredths: written }))?.areaHundredths).toBe(hundredths))

  it('are read as their number, whatever the format shows', async () => {
    const area = { attributes: 's="1"', inside: '<v>89.55</v>' }
    expect((await understood({ areaHundredths: area }, { formats: ['0"㎡"'] }))?.areaHundredths).toBe(8_955)
  })

  it('a formula’s area is read by its result', async () => {
    expect((await understood({ areaHundredths: formula('<f>60+29.45</f><v>89.44999999999999</v>') }))?.areaHundredths).toBe(8_945)
  })

  it.each([
    ['面积：请输入面积信息', ''],
    ['面积：面积必须是大于0的数字，最多两位小数', 0],
    ['面积：面积必须是大于0的数字，最多两位小数', -5],
    ['面积：面积必须是大于0的数字，最多两位小数', 89.333],
    ['面积：面积必须是大于0的数字，最多两位小数', '八十九'],
    ['面积：面积必须是大于0的数字，最多两位小数', '1e3'],
    ['面积：面积不能大于99999.99', 100_000],
  ])('%s (%s)', async (complaint, area) => expect(await complaints({ areaHundredths: area })).toEqual([complaint]))

  it('a date is refused as an area', async () => expect(await complaints({ areaHundredths: dated }, DATE)).toEqual(['面积：被识别为日期，请设为数字']))
})

describe('owner cells', () => {
  it.each([
    ['张三／李四', '13800138000、13900139000'],
    ['张三、李四', '13800138000 / 13900139000'],
    ['张三，李四', '13800138000;13900139000'],
    ['张三;李四', '13800138000\n13900139000'],
    ['张三；李四', '１３８００１３８０００，１３９００１３９０００'],
    ['张三\r\n李四/', '13800138000/13900139000'],
  ])('join several owners, written %j, by /', async (ownerName, phone) => {
    expect(await understood({ ownerName, phone })).toMatchObject({ ownerName: '张三/李四', phone: '13800138000/13900139000' })
  })

  it.each(['𠮷田', '㼆小明', '买买提·阿不都拉', 'O’Brien', '阿卜杜拉•艾力'])('accept the name %s unchanged', async (ownerName) =>
    expect((await understood({ ownerName }))?.ownerName).toBe(ownerName),
  )

  it.each([
    ['手机号：产权人、手机号、证件号的个数不一致，多个之间用 / 分隔', { ownerName: '张三/李四' }],
    ['证件号：产权人、手机号、证件号的个数不一致，多个之间用 / 分隔', { idNumber: '110101199003070011/110101199003070038' }],
    ['产权人：请输入产权人姓名', { ownerName: ' ' }],
    ['产权人：请输入产权人姓名', { ownerName: '/' }],
    ['产权人：产权人不能超过500个字符', { ownerName: '张'.repeat(501) }],
  ])('%s', async (complaint, changes) => expect(await complaints(changes)).toEqual([complaint]))

  it('two people in one name field are reported', async () => {
    const names = ['张三 李四', '张　三', '欧阳修 王五', 'John Smith', '王五/张三 李四', '买买提 阿不都拉', '张三']
    const { rows, errors, preview } = await readWorkbook(
      workbook(names.map((ownerName, at) => cellsOf({ room: `${at}`, ownerName, phone: '13800138000/13800138001' }))),
    )
    expect(errors).toEqual([])
    expect(rows.map(({ ownerName }) => ownerName)).toEqual(['张三李四', '张三', '欧阳修王五', 'John Smith', '王五/张三李四', '买买提阿不都拉', '张三'])
    expect(preview.remarks).toEqual(['可能是两个人，多人请用 / 分隔：第2、4、6行'])
  })

  it('may have more phones than owners, in order', async () => {
    expect(await understood({ phone: '13900139000、13800138000' })).toMatchObject({ ownerName: '张三', phone: '13900139000/13800138000' })
    expect(await understood({ ownerName: '张三/李四', phone: '13900139002/13800138001/13800138000' })).toMatchObject({
      phone: '13900139002/13800138001/13800138000',
    })
  })

  it('have one ID number per owner, or none', async () => {
    const two = { ownerName: '张三/李四', phone: '13800138000/11111111111' }
    expect((await understood(two))?.idNumber).toBe('')
    expect((await understood({ ...two, idNumber: 'G12345678/11010119491231002x' }))?.idNumber).toBe('G12345678/11010119491231002X')
  })
})

describe('phone cells', () => {
  it.each([
    [13800138000, '13800138000'],
    [{ inside: '<v>1.3800138E10</v>' }, '13800138000'],
    [{ attributes: 's="1"', inside: '<v>13800138000</v>' }, '13800138000'],
    ['138 0013 8000', '13800138000'],
    ['11111111111', '11111111111'],
    ['\u202a13800138000\u202c', '13800138000'],
  ])('read %s as its digits', async (phone, digits) => expect((await understood({ phone }, { formats: ['000"-"0000"-"0000'] }))?.phone).toBe(digits))

  it.each([
    ['手机号：请输入产权人手机号，没有手机号请填 11111111111', ''],
    ['手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111', '1380013800'],
    ['手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111', '无'],
    ['手机号：手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111', 138001380001],
    ['手机号：手机号已变成科学计数法，请设为文本后重新填写', '1.38E+10'],
    ['手机号：单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写', 1.3800138e21],
  ])('%s', async (complaint, phone) => expect(await complaints({ phone })).toEqual([complaint]))
})

describe('ID number cells', () => {
  it('ID numbers in number cells of more than 15 digits are refused: their last digits are lost', async () => {
    expect(await complaints({ idNumber: formula('<v>110101199003070011</v>') })).toEqual(['证件号：单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写'])
    expect(await complaints({ idNumber: formula('<f>A9</f><v>1.10101199003077E+17</v>') })).toEqual([
      '证件号：单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写',
    ])
    expect(await complaints({ idNumber: formula('<v>110101199003070011</v>', 's="1"') }, { formats: ['0'] })).toEqual([
      '证件号：单元格是数字格式，末尾数字可能已丢失，请设为文本后重新填写',
    ])
    expect(await complaints({ idNumber: '1.10101E+17' })).toEqual(['证件号：证件号已变成科学计数法，末尾数字已丢失，请设为文本后重新填写'])
  })

  it('an ID number of 15 digits may be a number cell', async () => expect((await understood({ idNumber: 110101900307001 }))?.idNumber).toBe('110101900307001'))

  it('an ID number with a wrong check digit is a warning', async () => {
    const { errors, rows, preview } = await readWorkbook(
      workbook([
        cellsOf({ idNumber: '11010519491231002X' }),
        cellsOf({ room: '1', idNumber: '110105194912310021' }),
        cellsOf({ room: '2', idNumber: '110105194912310022' }),
      ]),
    )
    expect(errors).toEqual([])
    expect(rows).toHaveLength(3)
    expect(preview.remarks).toEqual(['证件号的校验码不正确，请核对：第3、4行'])
  })
})

describe('rows', () => {
  it('rows at the same place are reported by row number, for any width of digits', async () => {
    const { errors, errorCount, rows } = await readWorkbook(
      workbook([cellsOf(), cellsOf({ room: '1' }), cellsOf({ room: '１２０１' }), cellsOf({ phone: '1' })]),
    )
    const where = { place: '一期-3栋-1单元-1201', owner: '张三' }
    expect(errors).toEqual([
      { row: 4, column: '房号', message: '第4行与第2行重复，同一房屋请写在一行，多人请用 / 分隔', value: '1201', ...where },
      { row: 5, column: '手机号', message: '手机号须为11位数字，座机写成 区号-号码，没有手机号请填 11111111111', value: '1', ...where },
      { row: 5, column: '房号', message: '第5行与第2行重复，同一房屋请写在一行，多人请用 / 分隔', value: '1201', ...where },
    ])
    expect(errorCount).toBe(3)
    expect(rows).toEqual([])
  })

  it('rows that are empty or have only blanks, unknown columns or styles are skipped', async () => {
    const bytes = handMade({
      sheets: [
        {
          rows:
            row(1, [...PROPERTY_HEADER, '登记人']) +
            row(3, cellsOf()) +
            row(4, [' ', '\u200b', '']) +
            row(7, [...PROPERTY_HEADER.map(() => null), '小王']) +
            row(9, cellsOf({ room: '9' })),
        },
      ],
    })
    expect((await readWorkbook(bytes)).rows.map((each) => each.row)).toEqual([3, 9])
  })

  it('rows with totals and notes are skipped with a remark anywhere, unless they have a room', async () => {
    const note = (text: string, more: Parameters<typeof cellsOf>[0] = {}) => cellsOf({ ...empty, period: text, ...more })
    const empty = Object.fromEntries(['building', 'unit', 'floor', 'room', 'areaHundredths', 'ownerName', 'phone', 'category'].map((column) => [column, null]))
    const bytes = workbook([
      cellsOf(),
      note('小计', { areaHundredths: 89.5 }),
      cellsOf({ room: '2' }),
      note('合　计：2户', { areaHundredths: 179 }),
      note('总计', { ownerName: '2户' }),
      note('注：车位另册'),
      note('备注'),
      note('', { period: null, remark: '以上由物业登记' }),
    ])
    const { rowCount, errors, preview } = await readWorkbook(bytes)
    expect([rowCount, errors]).toEqual([2, []])
    expect(preview.remarks).toEqual(['第3、5、6、7、8、9行是合计或备注，没有导入'])
    expect(await complaints({ period: '合计', areaHundredths: '' })).toEqual(['面积：请输入面积信息'])
    expect(await complaints({ period: '一期', room: '' })).toEqual(['房号：请输入房屋号'])
  })

  it('rows with a total’s word in a number column are skipped too', async () => {
    const rows =
      row(1, ['序号', ...PROPERTY_HEADER]) + row(2, [1, ...cellsOf()]) + row(3, ['合计', ...PROPERTY_HEADER.map((name) => (name === '面积' ? 89.5 : null))])
    const { rowCount, errors, preview } = await readWorkbook(handMade({ sheets: [{ rows }] }))
    expect([rowCount, errors, preview.remarks]).toEqual([1, [], ['第3行是合计或备注，没有导入']])
  })

  it('hidden rows are read with a remark; those without data are not counted', async () => {
    const bytes = workbook([cellsOf(), cellsOf({ room: '2' }), ['']], {
      alter: (files) =>
        files.map((file) => ({
          ...file,
          data: String(file.data).replace('<row r="3"', '<row r="3" hidden="1" ht="0"').replace('<row r="4"', '<row r="4" hidden="true"'),
        })),
    })
    const { rowCount, preview } = await readWorkbook(bytes)
    expect(rowCount).toBe(2)
    expect(preview.remarks).toEqual(['有1行是隐藏的，也已读取'])
  })

  it('return their first 1,000 errors and the true number', async () => {
    const { errors, errorCount, rowCount } = await readWorkbook(
      workbook(Array.from({ length: 1_200 }, (_, index) => cellsOf({ room: String(index), phone: '1' }))),
    )
    expect([errors.length, errorCount, rowCount]).toEqual([1_000, 1_200, 1_200])
    expect(errors[999]).toMatchObject({ row: 1_001, column: '手机号', message: expect.any(String) })
  })

  it('are previewed as understood, the first 20, invalid ones as they are', async () => {
    const { preview } = await readWorkbook(
      workbook(
        [
          cellsOf({ areaHundredths: '89.50㎡', ownerName: '张三、李四', phone: '13800138000、13800138001' }),
          cellsOf({ room: dated, areaHundredths: 'abc' }),
          ...Array.from({ length: 30 }, (_, index) => cellsOf({ room: `x${index}` })),
        ],
        DATE,
      ),
    )
    expect(preview.rows).toHaveLength(20)
    expect(preview.rows[0]).toEqual({
      row: 2,
      cells: ['一期', '', '3栋', '1单元', '12', '1201', '89.5', '张三/李四', '13800138000/13800138001', '', '住宅', '', '', ''],
    })
    expect(preview.rows[1]).toEqual({ row: 3, cells: ['一期', '', '3栋', '1单元', '12', '2026-03-01', 'abc', '张三', '13800138000', '', '住宅', '', '', ''] })
  })
})

describe('texts of cells', () => {
  it('are read completely from rich text, without phonetic guides and links', async () => {
    const texts = sharedTexts(
      '<r><rPr><b/></rPr><t>张</t></r><r><t xml:space="preserve">三 </t></r>',
      '<t>欧阳</t><rPh sb="0" eb="1"><t>ouyang</t></rPh>',
      '<t>&lt;A&amp;B&gt;&#x20BB7;</t>',
      '<t>甲_x000D_乙</t>',
      '',
    )
    const bytes = workbook(
      [
        cellsOf({ ownerName: shared(0) }),
        cellsOf({ room: '2', ownerName: shared(1) }),
        cellsOf({ room: '3', ownerName: shared(2) }),
        cellsOf({ room: '4', ownerName: shared(3), phone: '13800138000/13800138001' }),
        cellsOf({ room: '5', zone: shared(4) }),
      ],
      { sharedStrings: texts },
    )
    expect((await readWorkbook(bytes)).rows.map(({ ownerName }) => ownerName)).toEqual(['张三', '欧阳', '<A&B>𠮷', '甲/乙', '张三'])
  })

  it('inline strings are read completely from rich text', async () => {
    const inside = '<is><r><rPr><b/></rPr><t>张</t></r><r><t>三&amp;</t></r><rPh sb="0" eb="1"><t>zhang</t></rPh></is>'
    expect((await understood({ ownerName: { attributes: 't="inlineStr"', inside } }))?.ownerName).toBe('张三&')
  })

  it('keep every character across chunk boundaries of the file', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `${'欧阳𠮷㼆'.repeat(1 + (index % 5))}${index}`)
    const { rows } = await readWorkbook(workbook(names.map((ownerName, index) => cellsOf({ room: String(index), ownerName }))))
    expect(rows.map(({ ownerName }) => ownerName)).toEqual(names)
  })

  it('are normalised: full-width digits, no-break and zero-width characters', async () => {
    expect(await understood({ building: '３\u200b栋', room: '\u00a0１２０１\u3000', ownerName: '\ufeff张三\u200f' })).toMatchObject({
      building: '3栋',
      room: '1201',
      ownerName: '张三',
    })
  })
})

describe('sheets', () => {
  it('the first visible one is read, and the user is told which', async () => {
    const sheet = (name: string, state: 'visible' | 'hidden' | 'veryHidden', room: string) => ({
      name,
      state,
      rows: row(1, PROPERTY_HEADER) + row(2, cellsOf({ room })),
    })
    const { rows, preview } = await readWorkbook(
      handMade({ sheets: [sheet('甲', 'veryHidden', '1'), sheet('乙', 'hidden', '2'), sheet('丙&amp;丁', 'visible', '3'), sheet('戊', 'visible', '4')] }),
    )
    expect(rows.map(({ room }) => room)).toEqual(['3'])
    expect(preview.sheet).toBe('丙&丁')
    expect(preview.remarks).toEqual(['文件中有4个工作表，只读取了第一个可见的工作表“丙&丁”'])
  })
})

describe('workbooks written by programs', () => {
  it('contain what was written', async () => {
    for (const hasSharedStrings of [true, false]) {
      const { rows, errors } = await readWorkbook(await propertyWorkbook(300, { hasSharedStrings }))
      expect(errors).toEqual([])
      expect(rows).toHaveLength(300)
      rows.forEach(({ row: number, period, zone, building, unit, floor, room, areaHundredths, ownerName, phone, idNumber }, index) => {
        expect(number).toBe(index + 2)
        const [, , , , , , area] = property(index)
        expect([period, zone, building, unit, floor, room, Math.round(Number(area) * 100), ownerName, phone, idNumber]).toEqual(
          property(index).map((value, at) => (at === 6 ? Math.round(Number(value) * 100) : value)),
        )
        expect(areaHundredths).toBe(Math.round(Number(area) * 100))
      })
    }
  })

  it('may have dates, links and rich text as exceljs writes them', async () => {
    const bytes = await workbookOf([
      [...PROPERTY_HEADER],
      [
        '一期',
        null,
        '1栋',
        null,
        null,
        { text: '101', hyperlink: 'https://example.com' },
        { formula: '80+9.5', result: 89.5 },
        { richText: [{ text: '张' }, { text: '三', font: { bold: true } }] },
        13800138000,
        null,
      ],
      [new Date(Date.UTC(2026, 2, 1)), null, '1栋', null, null, '102', 80, '李四', '13800138000', null],
    ])
    const { errors, preview } = await readWorkbook(bytes)
    expect(preview.rows[0]?.cells).toEqual(['一期', '', '1栋', '', '', '101', '89.5', '张三', '13800138000', '', '住宅', '', '', ''])
    expect(errors).toMatchObject([{ row: 3, column: '分期', message: '被识别为日期，请设为文本' }])
  })
})
