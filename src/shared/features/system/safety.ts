import { z } from 'zod'
import { moment } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { KnownDifferences } from '../audit/replay.ts'
import { SchemaFault } from '../audit/schemaFaults.ts'
import { ConnectedComputer } from '../sharing/contract.ts'
import { BackupStatus } from './backupStatus.ts'

/** What the server knows of how safe the data are; whether it is well is judged where it is shown. */
export const Safety = wire({
  /** The server's clock. */
  now: ['now', moment],
  backup: ['backup', BackupStatus],
  /** When the last copy was saved by 备份数据, and the last encrypted one; null if the journal knows of none. */
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
  /** How many accounts wait for an administrator; of those that may log in, how many never did, must change their password, have a role nobody has confirmed. */
  accounts: [
    'accounts',
    wire({
      waiting: ['waiting', z.int()],
      neverUsed: ['neverused', z.int()],
      mustChangePassword: ['mustchange', z.int()],
      toCheck: ['tocheck', z.int()],
      /** Whose role or status does not follow from the journal. */
      differing: ['differing', z.int()],
    }),
  ],
  /** The last check of the whole journal; null if none. */
  journalCheck: [
    'journalcheck',
    wire({
      at: ['time', moment],
      username: ['username', z.string()],
      /** Entries that fit. */
      entryCount: ['entrycount', z.int()],
      /** The first entry that does not fit; null if all do. */
      brokenAt: ['brokenat', z.int().nullable()],
      /** Differences between the tables and the journal, and faults of checkpoints. */
      faultCount: ['faultcount', z.int()],
      /** Pictures and documents that are not as the journal tells. */
      fileFaultCount: ['filefaultcount', z.int()],
    }).nullable(),
  ],
  /** What of the database's schema is not as the program makes it; null where it cannot be compared. */
  schema: ['schema', z.array(SchemaFault).nullable()],
  /** An administrator's word that exactly what blocks of it is known; null if nobody gave it. */
  schemaKnown: ['schemaknown', KnownDifferences.nullable()],
  /** The newest checkpoint, and what the server keeps of the journal outside of the database. */
  signing: [
    'signing',
    wire({
      /** Signing keys that the journal names: more than one of several servers, or after a move to another computer. */
      keyCount: ['keycount', z.int()],
      checkpoint: ['checkpoint', wire({ number: ['number', z.int()], at: ['time', moment], code: ['code', z.string()] }).nullable()],
      /** The number of the entry kept with the key; null if none is. */
      keptNumber: ['keptnumber', z.int().nullable()],
    }),
  ],
  /** The latest time that an entry of the journal has, since an administrator last accepted the clock; null if it has none. */
  latestEntryAt: ['latestentrytime', moment],
})
export type Safety = z.output<typeof Safety>
