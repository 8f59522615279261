import { createHash } from 'node:crypto'
import type { Activity } from '#shared/features/activity/contract.ts'
import { BallotLayout } from '#shared/features/paper/layout.ts'
import { layOutBallot } from '#shared/features/paper/layoutBallot.ts'
import { ballotContentOf } from '#shared/features/paper/ballotContent.ts'
import type { Db, Tx } from '../../database/schema.ts'
import type { ActivityRecord, ActivityService } from '../activity/service.ts'
import type { State } from '../journal/replay/state.ts'
import { paperStore } from './store.ts'
import type { BallotLayoutTable } from './tables.ts'

/** A layout with the id in its papers' QR codes: a prefix of its SHA-256. */
export interface NamedLayout {
  readonly layoutId: string
  readonly layout: BallotLayout
}

const ID_LENGTH = 8

function laidOut(activity: Activity): NamedLayout & { readonly json: string } {
  const layout = layOutBallot(ballotContentOf(activity))
  const json = JSON.stringify(layout)
  return { layoutId: createHash('sha256').update(json).digest('hex').slice(0, ID_LENGTH).toUpperCase(), layout, json }
}

/**
 * The layout of an activity's ballot papers: frozen at their first issue, so that all are read alike.
 *
 * Once all papers are spoiled the next issue freezes a new one, even after the start: the activity may have changed before it.
 */
export function createPageLayouts({ activities }: { readonly activities: Pick<ActivityService, 'whole'> }) {
  const known = async (db: Db, activityKey: number): Promise<NamedLayout | null> => {
    const row = await layoutQueries(db).find(activityKey)
    return row ? { layoutId: row.layout_id, layout: BallotLayout.parse(JSON.parse(row.layout)) } : null
  }
  // Earlier papers may have been spoiled, and the activity changed since.
  const frozen = async (db: Db, { id }: ActivityRecord): Promise<NamedLayout | null> => ((await paperStore(db).hasLive(id)) ? known(db, id) : null)
  return {
    /** The last frozen layout, even if all its papers are spoiled; null if none. */
    known,
    /** The frozen layout, or the one that the first issue would freeze. */
    async of(db: Db, activity: ActivityRecord): Promise<NamedLayout> {
      const kept = await frozen(db, activity)
      if (kept) return kept
      const { layoutId, layout } = laidOut(await activities.whole(db, activity.public_id))
      return { layoutId, layout }
    },
    /** Freezes the layout if not done yet; returns the frozen one, and its journal fields. Call before writing papers. */
    async freeze(tx: Tx, activity: ActivityRecord, now: number): Promise<NamedLayout & { readonly state: State }> {
      const kept = await frozen(tx, activity)
      if (kept) return { ...kept, state: {} }
      const { layoutId, layout, json } = laidOut(await activities.whole(tx, activity.public_id))
      const replaced = await layoutQueries(tx).find(activity.id)
      await layoutQueries(tx).put({ activity_id: activity.id, layout_id: layoutId, layout: json, frozen_at: now })
      const gone = replaced && replaced.layout_id !== layoutId ? { gone: { layout: [replaced.layout_id] } } : {}
      return { layoutId, layout, state: { layout: [{ id: layoutId, layout: json, frozenAt: now }], ...gone } }
    },
  }
}
export type PageLayouts = ReturnType<typeof createPageLayouts>

/** Queries on frozen layouts. */
function layoutQueries(db: Db) {
  return {
    /** Undefined until a paper is issued. */
    find: (activityKey: number) => db.selectFrom('ballot_layout').selectAll().where('activity_id', '=', activityKey).executeTakeFirst(),
    /** Replaces one whose papers are all spoiled. */
    async put(row: BallotLayoutTable): Promise<void> {
      await db.deleteFrom('ballot_layout').where('activity_id', '=', row.activity_id).execute()
      await db.insertInto('ballot_layout').values(row).execute()
    },
  }
}
