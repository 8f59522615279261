/** What no call asks for: a copy that was restored while the server did not run, files that nothing referred to any more, a wrong password, a copy of the whole database (its permit is asked for), contents that were erased, the key by which checkpoints are signed, parts of the schema that were put back, what an entry left in the tables where that is too much for itself, text messages that went out, many numbers that nobody has; and a vote, whose call is `voting.cast`: entries keep its older name. */
export const ownActions = [
  'system.day',
  'system.restore',
  'file.expire',
  'account.loginFailed',
  'system.backUp',
  'audit.key',
  'audit.schemaMended',
  'audit.storedOtherwise',
  'audit.olderAccepted',
  'activity.roster',
  'contact.reminded',
  'notification.rows',
  'privacy.erase',
  'privacy.probing',
  'voting.complete',
] as const
export type OwnAction = (typeof ownActions)[number]
