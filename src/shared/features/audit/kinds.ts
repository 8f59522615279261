import type { AuditAction } from './labels.ts'

/** What an entry is about (`trust.md` section 7): something was changed, personal data were looked at or taken away, or who came in. */
export const entryKinds = ['change', 'access', 'security'] as const
export type EntryKind = (typeof entryKinds)[number]

export const entryKindNames: Readonly<Record<EntryKind, string>> = { change: '业务操作', access: '查阅与导出', security: '登录与安全' }

/** Every action that is no change of what is worked on. */
const otherKinds: Readonly<Partial<Record<AuditAction, Exclude<EntryKind, 'change'>>>> = {
  'privacy.reveal': 'access',
  'privacy.erase': 'security',
  'retention.setYears': 'security',
  'property.export': 'access',
  'estate.export': 'access',
  'activity.export': 'access',
  'ballot.exportRoster': 'access',
  'ballot.exportUnmerged': 'access',
  'checkup.sheet': 'access',
  'notification.export': 'access',
  'propertyChange.export': 'access',
  'account.export': 'access',
  'audit.export': 'access',
  'result.report': 'access',
  'result.notVotedSheet': 'access',
  'route.get': 'access',
  'route.print': 'access',
  'route.sheet': 'access',
  'evidence.bundle': 'access',
  'document.make': 'access',
  'account.register': 'security',
  'account.create': 'security',
  'account.approve': 'security',
  'account.reject': 'security',
  'account.logIn': 'security',
  'account.loginFailed': 'security',
  'account.logOut': 'security',
  'account.cover': 'security',
  'account.uncover': 'security',
  'account.endSession': 'security',
  'account.setCoverMinutes': 'security',
  'system.restore': 'security',
  'sharing.start': 'security',
  'sharing.stop': 'security',
  'system.backUp': 'security',
  'system.permitRestore': 'security',
  'audit.key': 'security',
}

/** The kind of an action's entries; that of what an older program recorded is a change. */
export function entryKindOf(action: string): EntryKind {
  return (otherKinds as Readonly<Record<string, EntryKind>>)[action] ?? 'change'
}
