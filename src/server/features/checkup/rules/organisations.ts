const words =
  /(公司|集团|合作社|委员会|银行|学校|小学|中学|大学|学院|幼儿园|医院|卫生院|事务所|研究院|研究所|设计院|基金会|协会|商会|工会|信用社|合伙企业|办事处|居委会|村委会|街道办|人民政府|管理局|服务中心|管理处|分公司|支行|分行|酒店|超市|经营部|商行|工厂|厂|机关|部队|有限)/u

/** Whether an owner is an organisation, by its name. */
export const isOrganisation = (name: string): boolean => name.length >= 4 && words.test(name)

/** Whether it is a developer or seller of properties, by its name. */
export const isDeveloper = (name: string): boolean => isOrganisation(name) && /(房地产|地产|置业|房产|开发|建设|城建|住宅)/u.test(name)

const forms = /(有限责任公司|股份有限公司|有限公司|集团公司|分公司|公司|集团|有限责任|股份|有限)/gu
const trades = /(房地产开发|房地产|房产开发|房产|地产开发|地产|置业|开发|发展|建设|投资|实业)/gu
const regions =
  /^(?:北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆)(?:省|市|自治区)?/u

/**
 * A developer's name without region, trade and legal form: `重庆恒源房地产开发有限公司` and `恒源地产` are `恒源`.
 *
 * Brackets are removed with their contents. `''` if no distinctive part is left.
 */
export function developerCore(name: string): string {
  const core = name
    .replaceAll(/[（(][^）)]*[）)]/gu, '')
    .replace(regions, '')
    .replace(/^[\u4e00-\u9fff]{2,3}[市县]/u, '')
    .replaceAll(forms, '')
    .replaceAll(trades, '')
  return core.length >= 2 ? core : ''
}
