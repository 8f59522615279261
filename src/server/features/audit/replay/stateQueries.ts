import type { Kysely } from 'kysely'
import type { StateField } from '#shared/features/audit/stateFields.ts'
import type { Schema } from '../../../database/schema.ts'

type ColumnOf<Query> = Query extends () => { execute(): Promise<readonly (infer Row)[]> } ? Exclude<keyof Row, 'key' | 'id'> : unknown
/** Queries whose every column has a word: a difference in another would be told as 其他, so it does not compile. */
type Worded<Queries> = {
  readonly [Name in keyof Queries]: ColumnOf<Queries[Name]> extends StateField
    ? Queries[Name]
    : { readonly noWordFor: Exclude<ColumnOf<Queries[Name]>, StateField> }
}
const worded = <Queries>(queries: Queries & Worded<Queries>): Queries => queries

/** Rows of each kind as replay compares them: only what an activity's result or its proof depends on is among the fields. */
export function stateQueries(db: Kysely<Schema>) {
  return worded({
    ballots: () =>
      db
        .selectFrom('ballot')
        .select(['ballot.id as key', 'ballot.public_id as id', 'ballot.number', 'ballot.area_hundredths as areaHundredths', 'ballot.is_ended as isEnded']),
    properties: () =>
      db
        .selectFrom('roster_property as property')
        .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
        .select(['property.id as key', 'property.public_id as id', 'ballot.public_id as ballotId', 'property.property_public_id as propertyId'])
        .select(['property.period', 'property.zone', 'property.building', 'property.unit', 'property.floor', 'property.room'])
        .select(['property.area_hundredths as areaHundredths'])
        .select(['property.owner_name as ownerName', 'property.phone', 'property.id_number as idNumber', 'property.owner_salt as ownerSalt'])
        .select(['property.category', 'property.area_source as areaSource']),
    records: () =>
      db
        .selectFrom('vote_record as record')
        .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
        .select(['record.id as key', 'record.public_id as id', 'ballot.public_id as ballotId', 'record.status', 'record.marked_code as markedCode'])
        .select(['record.answers', 'record.area_hundredths as areaHundredths', 'record.property_public_id as propertyId', 'record.source'])
        .select(['record.voter_name as voterName', 'record.voter_phone as voterPhone', 'record.voter_id_number as voterIdNumber'])
        .select(['record.created_by as createdBy', 'record.created_at as createdAt', 'record.voted_by as votedBy', 'record.voted_at as votedAt'])
        .select(['record.voided_by as voidedBy', 'record.voided_at as voidedAt', 'record.void_reason as voidReason', 'record.desk'])
        .select(['record.channel', 'record.received_at as receivedAt', 'record.handed_in_by as handedInBy', 'record.is_late as isLate'])
        .select('record.proxy_public_id as proxyId'),
    deliveries: () =>
      db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select(['notification.id as key', 'notification.public_id as id', 'property.public_id as rosterPropertyId', 'notification.vote_source as voteSource'])
        .select(['notification.notify_way as notifyWay', 'notification.delivered_at as deliveredAt', 'notification.delivered_by as deliveredBy'])
        .select(['notification.remark', 'notification.pictures', 'notification.created_at as createdAt'])
        .select(['notification.method', 'notification.receiver', 'notification.relation', 'notification.second_deliverer as secondDeliverer'])
        .select(['notification.tracking_no as trackingNo', 'notification.notice_from as noticeFrom', 'notification.notice_to as noticeTo'])
        .select(['notification.voided_by as voidedBy', 'notification.voided_at as voidedAt', 'notification.void_reason as voidReason']),
    activities: () =>
      db
        .selectFrom('activity')
        .select(['activity.id as key', 'activity.public_id as id', 'activity.title', 'activity.counting_rule as countingRule'])
        .select(['activity.rule_basis as ruleBasis', 'activity.starts_at as startsAt', 'activity.ends_at as endsAt', 'activity.status'])
        .select([
          'activity.scope_paths as scopePaths',
          'activity.extensions',
          'activity.proxy_limit as proxyLimit',
          'activity.delivery_policy as deliveryPolicy',
          'activity.adjusted_houses as adjustedHouses',
        ]),
    topics: () =>
      db
        .selectFrom('topic')
        .select(['topic.id as key', 'topic.public_id as id', 'topic.sort_no as sortNo', 'topic.title', 'topic.topic_type as topicType'])
        .select(['topic.vote_model as voteModel', 'topic.law_item as lawItem', 'topic.seats', 'topic.seat_order as seatOrder']),
    options: () =>
      db
        .selectFrom('topic_option as option')
        .innerJoin('topic', 'topic.id', 'option.topic_id')
        .select(['option.id as key', 'option.public_id as id', 'topic.public_id as topicId', 'option.sort_no as sortNo', 'option.title']),
  })
}
