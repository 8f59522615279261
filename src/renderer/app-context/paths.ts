type Query = Readonly<Record<string, string>>

/** An address: a screen's path, and what it is opened with. */
export const withQuery = (path: string, query: Query): string => `${path}?${new URLSearchParams(query).toString()}`

/** The addresses of an estate's screens. */
export const estatePaths = {
  list: '/estate/Index',
  create: '/estate/input',
  /** 议事规则. */
  rules: (estateId: string): string => withQuery('/estate/rules', { estateid: estateId }),
  /** Its next version. */
  newRules: (estateId: string): string => withQuery('/estate/rulesinput', { estateid: estateId }),
} as const

const PROPERTIES = '/property/Index'

/** The addresses of the screens with an estate's properties. */
export const propertyPaths = {
  /** Of the estate that was chosen last. */
  list: PROPERTIES,
  /** All properties of an estate. */
  ofEstate: (estateId: string): string => `${PROPERTIES}?estateid=${encodeURIComponent(estateId)}`,
  /** Searched for some words. */
  found: (estateId: string, condition: string): string => withQuery(PROPERTIES, { estateid: estateId, condition }),
  /** 名册体检 of the registry. */
  checkup: (estateId: string): string => withQuery('/property/checkup', { estateid: estateId }),
} as const

/** 新建投票活动: here because properties, which come before activities, lead to it. */
export const NEW_ACTIVITY = '/voteManage/input'
/** The same with its estate chosen. */
export const newActivityOf = (estateId: string): string => withQuery(NEW_ACTIVITY, { estateid: estateId })

/** The addresses of the administrators' screens. */
export const systemPaths = { accounts: '/system/accounts', audit: '/system/audit', sharing: '/system/sharing' } as const

/** 房产变更审批: here because the home page counts what waits there. */
export const PROPERTY_CHANGES = '/voteManage/propertychange'
