import { createHash } from 'node:crypto'
import { createPasswords } from '../../src/server/kernel/password.ts'
import type { OldRows } from './oldDatabase.ts'

const AT = Date.parse('2026-04-01T01:00:00Z')

/** `[id, building, room, owner, phone, ID number]`, as forms stored them before. */
type OldProperty = readonly [id: string, building: string, room: string, owner: string, phone?: string, idNumber?: string]
const properties: readonly OldProperty[] = [
  ['wide', '３栋', '1201', '张　三', '１３８００１３８０００', '11010119900101123x'],
  ['plain', '1栋', '101', '李四'],
  ['collides', '1栋', '１０１', '王五'],
  ['raw1', '2栋', '12\u200b01', '赵六'],
  ['raw2', '2栋', '12 01', '钱七'],
  ['arrow', '3▶1', '301', '孙八'],
  ['pair', '5栋', '501', '张三/李四', '13800000001/13800000002', '1/2'],
  ['pairAgain', '5栋', '502', '李四、张三', '13800000002/13800000001', '2/1'],
]
const AREA = 10_000

function placeColumns([, building, room, owner_name, phone = '13800138000', id_number = '']: OldProperty) {
  const words = ['一期', building, '1单元', room].join('-')
  return {
    property: { period: '一期', zone: '', building, unit: '1单元', floor: '', room, place_key: words, area_hundredths: AREA, owner_name, phone, id_number },
    searched: { place_key: words, hay: [owner_name, phone, id_number, '一期', '', building, room].join('\n').toLowerCase() },
    place: words.toLowerCase(),
  }
}

/**
 * What a program of before places were normalised (version 4) left: an account, an estate with properties as forms stored them,
 * and two activities with all of them, one that has not started and one whose vote is on.
 */
export async function oldRows(): Promise<OldRows> {
  const password_hash = await createPasswords().hash('pine4827')
  const ids = properties.map(([id], index) => ({ id: index + 1, public_id: id }))
  const activity = (id: number, status: number, scope: readonly string[]) => ({
    id,
    public_id: `a${id}`,
    estate_id: 1,
    title: '（二期）ＡＢ电梯',
    title_key: '（二期）ａｂ电梯',
    summary: '',
    detail: '',
    counting_rule: 1,
    rule_basis: '',
    starts_at: AT,
    ends_at: AT + 90 * 86_400_000,
    status,
    scope_paths: JSON.stringify(scope),
    pictures: '[]',
    files: '[]',
    created_by: 1,
    created_at: AT,
    updated_at: AT,
  })
  const roster = (activityId: number) => {
    const first = (activityId - 1) * properties.length
    return {
      ballots: properties.map((_, index) => ({
        id: first + index + 1,
        public_id: `b${activityId}-${index}`,
        activity_id: activityId,
        number: index + 1,
        area_hundredths: AREA,
      })),
      properties: properties.map((property, index) => ({
        id: first + index + 1,
        public_id: `r${activityId}-${property[0]}`,
        activity_id: activityId,
        ballot_id: first + index + 1,
        property_public_id: property[0],
        ...placeColumns(property).property,
      })),
      searched: properties.map((property, index) => ({
        activity_id: activityId,
        roster_property_id: first + index + 1,
        place: placeColumns(property).place,
        ...placeColumns(property).searched,
      })),
    }
  }
  const rosters = [roster(1), roster(2)]
  const state = { period: '一期', zone: '', building: '３栋', unit: '1单元', room: '1201', areaHundredths: AREA, estateName: '旧小区', activityTitle: '' }
  const before = { ...state, ownerName: '张　三', phone: '１３８００１３８０００', idNumber: '11010119900101123x' }
  const entry = {
    number: 1,
    at: AT,
    user_id: 1,
    username: 'admin_1',
    nick_name: '王主任',
    address: '',
    action: 'estate.save',
    subject: 'e1',
    before_data: 'null',
    after_data: '{}',
  }
  const previous_hash = '0'.repeat(64)
  const hash = createHash('sha256')
    .update(JSON.stringify([previous_hash, ...Object.values(entry)]))
    .digest('hex')
  return {
    user: [
      {
        id: 1,
        public_id: 'u1',
        username: 'admin_1',
        username_key: 'admin_1',
        nick_name: '王\u200b主任',
        sex: 0,
        phone: '13800138000',
        avatar: '',
        password_hash,
        role: 'admin',
        created_at: AT,
      },
    ],
    estate: [
      {
        id: 1,
        public_id: 'e1',
        name: '旧小区',
        address: '路1号',
        division_name: '',
        province_code: '',
        city_code: '',
        area_code: '',
        subdistrict_code: '',
        community_code: '',
        created_by: 1,
        created_at: AT,
      },
    ],
    property: properties.map((property, index) => {
      const columns = placeColumns(property).property
      return {
        ...ids[index],
        estate_id: 1,
        ...columns,
        owner_key: columns.id_number === '' ? null : `${columns.owner_name}\u0001${columns.id_number}`,
        created_at: AT,
        updated_at: AT,
      }
    }),
    property_search: properties.map((property, index) => ({ estate_id: 1, property_id: index + 1, ...placeColumns(property).searched })),
    activity: [activity(1, 0, ['一期▶▶３栋', '一期▶▶2栋▶1单元', '一期▶▶3▶1']), activity(2, 1, [])],
    topic: [{ public_id: 't2', activity_id: 2, sort_no: 1, title: '电梯', topic_type: 1, vote_model: 15, pictures: '[]', files: '[]' }],
    ballot: rosters.flatMap((each) => each.ballots),
    roster_property: rosters.flatMap((each) => each.properties),
    roster_search: rosters.flatMap((each) => each.searched),
    property_change: [
      {
        public_id: 'c1',
        property_id: 1,
        property_public_id: 'wide',
        activity_id: null,
        applicant: '张　三',
        before_data: JSON.stringify(before),
        after_data: JSON.stringify({ ...before, areaHundredths: 9_000 }),
        hay: 'old',
        person_pictures: '[]',
        property_pictures: '[]',
        status: 0,
        comment: '',
        created_by: 1,
        created_at: AT,
      },
    ],
    audit_entry: [{ ...entry, previous_hash, hash }],
  }
}
