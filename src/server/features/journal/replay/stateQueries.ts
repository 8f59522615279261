import type { StateField } from '#shared/features/journal/stateFields.ts'
import { deliveryRecord } from '#shared/records/delivery.ts'
import { namesOf } from '#shared/records/record.ts'
import { copiedFieldNames, copiedRecord } from '#shared/records/property.ts'
import { voteRecord } from '#shared/records/voteRecord.ts'
import { selection } from '../../../database/columns.ts'
import type { Db } from '../../../database/schema.ts'

type ColumnOf<Query> = Query extends () => { execute(): Promise<readonly (infer Row)[]> } ? Exclude<keyof Row, 'key' | 'id'> : unknown
/** Queries whose every column has a label: a difference in another would be reported as 其他, so it does not compile. */
type Labelled<Queries> = {
  readonly [Name in keyof Queries]: ColumnOf<Queries[Name]> extends StateField
    ? Queries[Name]
    : { readonly noWordFor: Exclude<ColumnOf<Queries[Name]>, StateField> }
}
const withLabels = <Queries>(queries: Queries & Labelled<Queries>): Queries => queries

/** Rows of each kind as compared by replay, with only the fields that an activity's result or its proof depends on. */
export const stateQueries = (db: Db) => ({ ...rulesQueries(db), ...rosterQueries(db), ...actQueries(db), ...ownerQueries(db) })

function rosterQueries(db: Db) {
  return withLabels({
    ballot: () =>
      db
        .selectFrom('ballot')
        .select(['ballot.id as key', 'ballot.public_id as id', 'ballot.number', 'ballot.area_hundredths as areaHundredths', 'ballot.is_ended as isEnded']),
    house: () =>
      db
        .selectFrom('roster_property as house')
        .innerJoin('ballot', 'ballot.id', 'house.ballot_id')
        .select(['house.id as key', 'house.public_id as id', 'ballot.public_id as ballotId', 'house.property_public_id as propertyId'])
        .select(selection('house', copiedRecord, copiedFieldNames))
        .select('house.owner_salt as ownerSalt'),
  })
}

/** Operations on ballots: papers, scanned pages, proxies, change requests, votes and deliveries. */
function actQueries(db: Db) {
  return withLabels({
    layout: () => db.selectFrom('ballot_layout').select(['activity_id as key', 'layout_id as id', 'layout', 'frozen_at as frozenAt']),
    paper: () =>
      db
        .selectFrom('ballot_paper as paper')
        .innerJoin('ballot', 'ballot.id', 'paper.ballot_id')
        .select(['paper.id as key', 'paper.code as id', 'ballot.public_id as ballotId', 'paper.status', 'paper.property_public_id as propertyId'])
        .select(['paper.issued_by as issuedBy', 'paper.issued_at as issuedAt', 'paper.out_by as outBy', 'paper.out_at as outAt'])
        .select(['paper.received_by as receivedBy', 'paper.received_at as receivedAt', 'paper.spoiled_by as spoiledBy'])
        .select(['paper.spoiled_at as spoiledAt', 'paper.spoil_reason as spoilReason', 'paper.new_code as newCode']),
    proxy: () =>
      db
        .selectFrom('proxy')
        .innerJoin('ballot', 'ballot.id', 'proxy.ballot_id')
        .select(['proxy.id as key', 'proxy.public_id as id', 'ballot.public_id as ballotId', 'proxy.agent_name as agentName'])
        .select(['proxy.agent_phone as agentPhone', 'proxy.agent_id_number as agentIdNumber', 'proxy.topic_ids as topicIds'])
        .select(['proxy.valid_until as validUntil', 'proxy.pictures', 'proxy.created_by as createdBy', 'proxy.created_at as createdAt'])
        .select(['proxy.revoked_by as revokedBy', 'proxy.revoked_at as revokedAt', 'proxy.revoke_reason as revokeReason']),
    page: () =>
      db
        .selectFrom('reading_page as page')
        .select(['page.id as key', 'page.public_id as id', 'page.code as markedCode', 'page.page as pageNumber', 'page.page_count as pageCount'])
        .select([
          'page.layout_id as layoutId',
          'page.status as pageStatus',
          'page.batch_id as batchId',
          'page.source as sourceFile',
          'page.source_page as sourcePage',
        ])
        .select(['page.sha256', 'page.pictures', 'page.geometry', 'page.turned', 'page.is_flat as isFlat', 'page.slots as readAnswers'])
        .select(['page.created_by as createdBy', 'page.created_at as createdAt', 'page.assigned_by as assignedBy', 'page.assigned_at as assignedAt']),
    change: () =>
      db
        .selectFrom('property_change as request')
        .select(['request.id as key', 'request.public_id as id', 'request.property_public_id as propertyId', 'request.applicant', 'request.status'])
        .select(['request.before_data as beforeData', 'request.after_data as afterData', 'request.person_pictures as personPictures'])
        .select(['request.property_pictures as propertyPictures', 'request.comment', 'request.rosters', 'request.created_by as createdBy'])
        .select(['request.created_at as createdAt', 'request.decided_by as decidedBy', 'request.decided_at as decidedAt']),
    reading: () =>
      db
        .selectFrom('reading')
        .innerJoin('ballot', 'ballot.id', 'reading.ballot_id')
        .leftJoin('sample', 'sample.id', 'reading.sample_id')
        .select(['reading.id as key', 'reading.public_id as id', 'reading.kind as readingKind', 'ballot.public_id as ballotId'])
        .select(['reading.record_public_id as recordId', 'reading.code as markedCode', 'reading.answers', 'reading.read_by as readBy'])
        .select(['reading.read_at as readAt', 'reading.decision', 'reading.settled_by as settledBy', 'reading.settled_at as settledAt'])
        .select(['reading.settle_reason as settleReason', 'reading.is_self_settled as selfsettled', 'reading.corrected_public_id as correctedId'])
        .select(['sample.public_id as sampleId', 'reading.asked as askedAnswer', 'reading.way', 'reading.remark'])
        .select(['reading.pages', 'reading.states as readStates', 'reading.doubts']),
    record: () =>
      db
        .selectFrom('vote_record as record')
        .innerJoin('ballot', 'ballot.id', 'record.ballot_id')
        .select(['record.id as key', 'record.public_id as id', 'ballot.public_id as ballotId'])
        .select(selection('record', voteRecord, namesOf(voteRecord))),
    sample: () =>
      db
        .selectFrom('sample')
        .select(['sample.id as key', 'sample.public_id as id', 'sample.mode', 'sample.risk', 'sample.list', 'sample.digest', 'sample.basis'])
        .select(['sample.check_code as checkCode', 'sample.without_paper as withoutPaper', 'sample.digits', 'sample.drawn_heads as drawnHeads'])
        .select(['sample.drawn_area as drawnArea', 'sample.opened_by as openedBy', 'sample.opened_at as openedAt'])
        .select(['sample.seeded_by as seededBy', 'sample.seeded_at as seededAt', 'sample.closed_by as closedBy', 'sample.closed_at as closedAt'])
        .select('sample.close_reason as closeReason'),
    delivery: () =>
      db
        .selectFrom('notification')
        .innerJoin('roster_property as property', 'property.id', 'notification.roster_property_id')
        .select(['notification.id as key', 'notification.public_id as id', 'property.public_id as rosterPropertyId', 'notification.created_at as createdAt'])
        .select(selection('notification', deliveryRecord, namesOf(deliveryRecord))),
  })
}

/** Further dealings with owners: visits, publications, objections and the decisions on them. */
function ownerQueries(db: Db) {
  return withLabels({
    contact: () =>
      db
        .selectFrom('contact')
        .select(['contact.id as key', 'contact.public_id as id', 'contact.properties', 'contact.way as contactWay', 'contact.result as contactResult'])
        .select(['contact.contacted_at as contactedAt', 'contact.next_at as nextVisitAt', 'contact.remark as contactRemark'])
        .select(['contact.created_by as createdBy', 'contact.created_at as createdAt', 'contact.withdrawn_by as withdrawnBy'])
        .select(['contact.withdrawn_at as withdrawnAt', 'contact.withdraw_reason as withdrawReason']),
    publication: () =>
      db
        .selectFrom('publication')
        .select(['publication.id as key', 'publication.public_id as id', 'publication.kind as publicationKind', 'publication.date_from as dateFrom'])
        .select(['publication.date_to as dateTo', 'publication.places', 'publication.remark as publicationRemark', 'publication.pictures'])
        .select(['publication.created_by as createdBy', 'publication.created_at as createdAt', 'publication.withdrawn_by as withdrawnBy'])
        .select(['publication.withdrawn_at as withdrawnAt', 'publication.withdraw_reason as withdrawReason']),
    objection: () =>
      db
        .selectFrom('objection')
        .select(['objection.id as key', 'objection.public_id as id', 'objection.number as objectionNumber', 'objection.kind as objectionKind'])
        .select(['objection.publication_public_id as publicationId', 'objection.ballot_public_id as ballotId', 'objection.topic_ids as topicIds'])
        .select(['objection.name as objectorName', 'objection.phone as objectorPhone', 'objection.received_at as receivedAt'])
        .select(['objection.content as objectionText', 'objection.pictures', 'objection.status as objectionStatus'])
        .select(['objection.created_by as createdBy', 'objection.created_at as createdAt', 'objection.withdrawn_by as withdrawnBy'])
        .select(['objection.withdrawn_at as withdrawnAt', 'objection.withdraw_reason as withdrawReason']),
    decision: () =>
      db
        .selectFrom('objection_decision as decided')
        .innerJoin('objection', 'objection.id', 'decided.objection_id')
        .select(['decided.id as key', 'decided.public_id as id', 'objection.public_id as objectionId', 'decided.decision as objectionDecision'])
        .select(['decided.reason as decisionReason', 'decided.corrections', 'decided.decided_by as decidedBy', 'decided.decided_at as decidedAt'])
        .select('decided.is_self_decided as selfdecided'),
  })
}

function rulesQueries(db: Db) {
  return withLabels({
    activity: () =>
      db
        .selectFrom('activity')
        .innerJoin('estate', 'estate.id', 'activity.estate_id')
        .leftJoin('estate_rules as rules', 'rules.id', 'activity.rules_id')
        .select('rules.public_id as rulesId')
        .select(['activity.id as key', 'activity.public_id as id', 'activity.title', 'activity.counting_rule as countingRule', 'estate.public_id as estateId'])
        .select(['activity.rule_basis as ruleBasis', 'activity.starts_at as startsAt', 'activity.ends_at as endsAt', 'activity.status'])
        .select([
          'activity.scope_paths as scopePaths',
          'activity.extensions',
          'activity.proxy_limit as proxyLimit',
          'activity.delivery_policy as deliveryPolicy',
          'activity.adjusted_houses as adjustedHouses',
          'activity.second_entry as secondEntry',
          'activity.summary',
          'activity.detail',
          'activity.created_by as creatorKey',
        ]),
    rules: () =>
      db
        .selectFrom('estate_rules as rules')
        .select(['rules.id as key', 'rules.public_id as id', 'rules.version as rulesVersion', 'rules.title', 'rules.effective_from as effectiveFrom'])
        .select(['rules.counting_rule as countingRule', 'rules.rule_basis as ruleBasis', 'rules.proxy_limit as proxyLimit'])
        .select(['rules.delivery_policy as deliveryPolicy', 'rules.seat_order as seatOrder', 'rules.notice_days as noticeDays'])
        .select(['rules.clauses', 'rules.files', 'rules.created_by as createdBy', 'rules.created_at as createdAt']),
    topic: () =>
      db
        .selectFrom('topic')
        .select(['topic.id as key', 'topic.public_id as id', 'topic.sort_no as sortNo', 'topic.title', 'topic.topic_type as topicType'])
        .select(['topic.vote_model as voteModel', 'topic.law_item as lawItem', 'topic.seats', 'topic.seat_order as seatOrder']),
    option: () =>
      db
        .selectFrom('topic_option as option')
        .innerJoin('topic', 'topic.id', 'option.topic_id')
        .select(['option.id as key', 'option.public_id as id', 'topic.public_id as topicId', 'option.sort_no as sortNo', 'option.title']),
  })
}
