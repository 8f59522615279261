import { countedAnswers, electionsOf } from '#shared/features/activity/elections.ts'
import type { DeliveryState } from '#shared/features/delivery/judging.ts'
import type { PropertyCategory } from '#shared/features/property/categories.ts'
import { hasAny } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { Delivery, type CheckedBallot } from './groups.ts'
import type { SensitivityOrder } from './maker.ts'

const PARKING: PropertyCategory = 3

/** A ballot's vote according to its records. */
interface Records {
  answers: string | null
  isLate: boolean
  isAfterFirstEnd: boolean
  isMarked: boolean
  hasVoided: boolean
}

/** Queries on an activity's ballots with everything that conventions depend on. */
export function sensitivityStore(db: Db) {
  const ballots = (activityKey: number) =>
    db
      .selectFrom('ballot')
      .select(['id', 'public_id', 'area_hundredths as area'])
      .where('activity_id', '=', activityKey)
      .where('is_ended', '=', 0)
      .orderBy('id')
      .execute()

  /** The part of each ballot's area that is parking spaces. */
  async function parking(activityKey: number): Promise<Map<number, number>> {
    const rows = await db
      .selectFrom('roster_property')
      .select(({ fn }) => ['ballot_id as id', fn.sum<number>('area_hundredths').as('area')])
      .where('activity_id', '=', activityKey)
      .where('category', '=', PARKING)
      .groupBy('ballot_id')
      .execute()
    return new Map(rows.map(({ id, area }) => [id, area]))
  }

  async function delivered(activityKey: number): Promise<Set<number>> {
    const rows = await db
      .selectFrom('notification')
      .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
      .select('property.ballot_id as id')
      .distinct()
      .where('notification.activity_id', '=', activityKey)
      .where('notification.voided_at', 'is', null)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  async function records({ activityKey, firstEnd, topics }: Pick<SensitivityOrder, 'activityKey' | 'firstEnd' | 'topics'>): Promise<Map<number, Records>> {
    const elections = electionsOf(topics)
    const rows = await db
      .selectFrom('vote_record')
      .select(['ballot_id', 'status', 'answers', 'is_late', 'received_at'])
      .where('activity_id', '=', activityKey)
      .execute()
    const found = new Map<number, Records>()
    for (const { ballot_id: id, status, answers, is_late: isLate, received_at: receivedAt } of rows) {
      let ballot = found.get(id)
      if (!ballot) found.set(id, (ballot = { answers: null, isLate: false, isAfterFirstEnd: false, isMarked: false, hasVoided: false }))
      if (status === 2) ballot.hasVoided = true
      else if (status === 0) ballot.isMarked = true
      else {
        ballot.answers = countedAnswers(answers, elections)
        ballot.isLate = isLate === 1
        ballot.isAfterFirstEnd = firstEnd !== null && receivedAt !== null && receivedAt > firstEnd
      }
    }
    return found
  }

  return {
    /** Whether there is any vote. */
    hasVotes: (activityKey: number): Promise<boolean> => hasAny(db.selectFrom('vote_record').where('activity_id', '=', activityKey).where('status', '=', 1)),

    /** Every ballot of the roster, in order of creation. */
    async ballots(order: Pick<SensitivityOrder, 'activityKey' | 'firstEnd' | 'topics' | 'deliveries'>): Promise<CheckedBallot[]> {
      const { activityKey, deliveries } = order
      const [rows, parkingOf, recordsOf, deliveredIds] = [
        await ballots(activityKey),
        await parking(activityKey),
        await records(order),
        await delivered(activityKey),
      ]
      return rows.map(({ id, public_id: publicId, area }) => {
        const { answers = null, isLate = false, isAfterFirstEnd = false, isMarked = false, hasVoided = false } = recordsOf.get(id) ?? {}
        return {
          ballotId: id,
          areaHundredths: area,
          parkingHundredths: parkingOf.get(id) ?? 0,
          answers,
          isLate,
          isAfterFirstEnd,
          isVoided: hasVoided && !isMarked,
          delivery: deliveredIds.has(id) ? levelOf(deliveries?.get(publicId)) : Delivery.none,
        }
      })
    },
  }
}

function levelOf(state: DeliveryState | undefined): Delivery {
  if (!state?.accepted) return Delivery.registered
  return state.complete ? Delivery.complete : Delivery.accepted
}
