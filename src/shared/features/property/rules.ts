import { NO_PHONE } from '../../owner/numbers.ts'
import { NOTHING_TO_DELETE } from '../../contract/batch.ts'

const MANY_OWNERS = '多人请用 / 分隔'

/** Maximum length of the fields for owners, phones or ID numbers: a property may have many. */
export const MAX_OWNERS = 500

export const propertyMessages = {
  period: '请输入房产分期',
  room: '请输入房屋号',
  building: '请输入楼栋号',
  area: '请输入面积信息',
  ownerName: '请输入产权人姓名',
  phone: '请输入产权人手机号',
  nothingSelected: NOTHING_TO_DELETE,
  nothingToSync: '请选择要同步的数据',
  phoneShape: `手机号须为11位数字，座机写成 区号-号码，没有手机号请填 ${NO_PHONE}`,
  countsDiffer: '产权人、手机号、证件号的个数不一致，多个之间用 / 分隔',
  seemsTwoPeople: `可能是两个人，${MANY_OWNERS}`,
  /** A property on two rows may belong to two owners. */
  manyOwners: `同一房屋请写在一行，${MANY_OWNERS}`,
} as const
