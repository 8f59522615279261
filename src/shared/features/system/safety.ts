import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { KnownDifferences } from '../journal/replay.ts'
import { SchemaFault } from '../journal/schemaFaults.ts'
import { ConnectedComputer } from '../sharing/contract.ts'
import { BackupStatus } from './backupStatus.ts'

/** The server's data on the safety of the data; judged where they are shown. */
export const Safety = wire({
  /** The server's clock. */
  now: ['now', moment],
  backup: ['backup', BackupStatus],
  /** When the last backup was saved by 备份数据, and the last encrypted one; null if the journal has none. */
  lastSavedAt: ['lastsavedtime', moment],
  lastEncryptedAt: ['lastencryptedtime', moment],
  sharing: [
    'sharing',
    wire({
      isSwitchable: ['switchable', z.boolean()],
      isOn: ['on', z.boolean()],
      connected: ['connected', z.array(ConnectedComputer)],
    }),
  ],
  /** Accounts awaiting approval; and of the active ones those never used, with a password to change, with an unconfirmed role. */
  accounts: [
    'accounts',
    wire({
      waiting: ['waiting', z.int()],
      neverUsed: ['neverused', z.int()],
      mustChangePassword: ['mustchange', z.int()],
      toCheck: ['tocheck', z.int()],
      /** Accounts whose role or status does not follow from the journal. */
      differing: ['differing', z.int()],
    }),
  ],
  /** The last check of the whole journal; null if none. */
  journalCheck: [
    'journalcheck',
    wire({
      at: ['time', moment],
      username: ['username', z.string()],
      /** Number of intact entries. */
      entryCount: ['entrycount', z.int()],
      /** The first broken entry; null if all are intact. */
      brokenAt: ['brokenat', z.int().nullable()],
      /** Differences between the tables and the journal, plus faults of checkpoints. */
      faultCount: ['faultcount', z.int()],
      /** Files that do not match the journal. */
      fileFaultCount: ['filefaultcount', z.int()],
    }).nullable(),
  ],
  /** Deviations of the database schema from the program's; null if it cannot be compared. */
  schema: ['schema', z.array(SchemaFault).nullable()],
  /** An administrator's acknowledgement of exactly the blocking faults; null if none. */
  schemaKnown: ['schemaknown', KnownDifferences.nullable()],
  /** The latest checkpoint, and the journal data that the server keeps outside the database. */
  signing: [
    'signing',
    wire({
      /** Signing keys named in the journal: several if there are several servers, or after a move to another computer. */
      keyCount: ['keycount', z.int()],
      checkpoint: ['checkpoint', wire({ number: ['number', z.int()], at: ['time', moment], code: ['code', z.string()] }).nullable()],
      /** The number of the entry stored with the key; null if none. */
      keptNumber: ['keptnumber', z.int().nullable()],
    }),
  ],
  /** The latest time of a journal entry since an administrator last accepted the clock; null if none. */
  latestEntryAt: ['latestentrytime', moment],
})
export type Safety = z.output<typeof Safety>
