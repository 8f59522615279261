import type { Endpoint, InputField } from './endpoint.ts'
import type { AllEndpoints } from './index.ts'

/**
 * What an id identifies; the estate is found by it (`src/server/scope/scoping.ts`). `revealed`: named by its sibling field
 * `kind`.
 */
export type IdKind =
  | 'estate'
  | 'activity'
  | 'property'
  | 'rosterProperty'
  | 'ballot'
  | 'record'
  | 'delivery'
  | 'proxy'
  | 'contact'
  | 'publication'
  | 'objection'
  | 'estateRules'
  | 'propertyChange'
  | 'reading'
  | 'page'
  | 'sample'
  | 'file'
  | 'revealed'

/**
 * How an endpoint's estate is found (`after.md` section 6): by the ids in its input, each field with its kind, at any depth;
 * `listed`: no ids, the handler restricts the answer to the caller's scope; `own`: independent of estates, or about the
 * caller's own work.
 */
export type Scope = 'own' | 'listed' | Readonly<Record<string, IdKind>>

/** Ids outside all estates, or looked up within the call's activity. */
type FreeId = 'jobId' | 'sessionId' | 'findingId' | 'findingIds' | 'batchId' | 'topicId' | 'topicIds' | 'optionId'
type IdField<E extends Endpoint> = Exclude<Extract<InputField<E>, 'id' | 'ids' | `${string}Id` | `${string}Ids`>, FreeId>
/** Fields of the objects in an input's lists. */
type InnerId = 'ballotId' | 'mergedIds' | 'readingId' | 'rosterPropertyIds'
/** Declares for each id of an endpoint what it identifies. */
type ScopeOf<E extends Endpoint> = [IdField<E>] extends [never] ? 'own' | 'listed' : Readonly<Record<IdField<E>, IdKind>> & { readonly [I in InnerId]?: IdKind }
/** Administrators see all estates, anonymous callers none: their endpoints declare nothing. */
type Scopes = { readonly [N in keyof AllEndpoints as AllEndpoints[N]['access'] extends 'admin' | 'public' ? never : N]: ScopeOf<AllEndpoints[N]> }

const ofEstate = { estateId: 'estate' } as const
const ofActivity = { activityId: 'activity' } as const
const activityItself = { id: 'activity' } as const
const ofSubject = { ...ofEstate, ...ofActivity } as const
const ofBallot = { ...ofActivity, ballotId: 'ballot' } as const
const ofVote = { ...ofActivity, voteActivityId: 'activity', proxyId: 'proxy', ballotIds: 'ballot' } as const
const ofSample = { id: 'sample' } as const

/** By endpoint name: an endpoint without a scope does not compile. */
export const scopes = {
  'system.backupStatus': 'own',
  'dictionary.entries': 'own',
  'dictionary.divisions': 'own',
  'dictionary.findDivisions': 'own',
  'file.uploadImage': 'own',
  'file.uploadDocument': 'own',
  'file.get': { id: 'file' },
  'job.progress': 'own',
  'job.cancel': 'own',
  'job.markedWorkbook': 'own',
  'account.current': 'own',
  'account.logOut': 'own',
  'account.cover': 'own',
  'account.uncover': 'own',
  'account.confirm': 'own',
  'account.changePassword': 'own',
  'account.sessions': 'own',
  'account.endSession': 'own',
  'estate.list': 'listed',
  'estate.totals': 'listed',
  'estate.export': 'listed',
  'estate.save': 'own',
  'estate.update': { id: 'estate' },
  'estate.delete': { ids: 'estate' },
  'estate.all': 'listed',
  'estate.places': ofEstate,
  'estateRules.save': ofEstate,
  'estateRules.list': ofEstate,
  'property.list': ofEstate,
  'property.totals': ofEstate,
  'property.export': ofEstate,
  'property.save': ofEstate,
  'property.update': { id: 'property' },
  'property.delete': { ids: 'property' },
  'property.import': ofEstate,
  'property.lastImport': ofEstate,
  'property.undoImport': ofEstate,
  'activity.list': 'listed',
  'activity.export': 'listed',
  'activity.get': activityItself,
  'activity.save': { ...ofEstate, rulesId: 'estateRules' },
  'activity.copy': activityItself,
  'activity.update': { ...activityItself, ...ofEstate, rulesId: 'estateRules' },
  'activity.delete': { ids: 'activity' },
  'activity.start': activityItself,
  'activity.extend': activityItself,
  'activity.secondEntry': activityItself,
  'activity.startTally': activityItself,
  'activity.finish': activityItself,
  'activity.scopePaths': ofActivity,
  'activity.inProgress': ofEstate,
  'activity.unfinished': ofEstate,
  'todo.list': { activityIds: 'activity' },
  'todo.settle': ofActivity,
  'ballot.sync': { propertyIds: 'property', ...ofActivity },
  'ballot.merge': { ...ofBallot, propertyId: 'property' },
  'ballot.split': { ...ofBallot, propertyId: 'property' },
  'ballot.splitOut': { ...ofActivity, propertyId: 'property' },
  'ballot.addProperty': ofActivity,
  'ballot.modifyProperty': { rosterPropertyId: 'rosterProperty' },
  'ballot.removeProperty': { rosterPropertyId: 'rosterProperty' },
  'ballot.property': { rosterPropertyId: 'rosterProperty' },
  'ballot.unmergedOwners': ofActivity,
  'ballot.exportUnmerged': ofActivity,
  'ballot.exportRoster': ofActivity,
  'ballot.mergeOwners': { ...ofBallot, mergedIds: 'ballot' },
  'ballot.undoMerge': { ...ofBallot, rosterPropertyIds: 'rosterProperty' },
  'ballot.ownerWithProperties': { id: 'property' },
  'checkup.get': ofSubject,
  'checkup.dismiss': ofSubject,
  'checkup.dismissMany': ofSubject,
  'checkup.undismiss': ofSubject,
  'checkup.compare': ofSubject,
  'checkup.sheet': ofSubject,
  'proxy.save': ofBallot,
  'proxy.list': ofBallot,
  'proxy.revoke': { id: 'proxy' },
  'voting.import': ofActivity,
  'voting.sheet': ofActivity,
  'voting.mark': { ...ofBallot, voteActivityId: 'activity', propertyId: 'property' },
  'voting.cast': ofVote,
  'voting.tally': ofVote,
  'voting.void': { ...ofActivity, recordId: 'record' },
  'voting.unmark': { voteActivityId: 'activity', recordId: 'record' },
  'voting.detail': { ...ofActivity, recordId: 'record' },
  'voting.history': ofBallot,
  'voting.findVoters': ofActivity,
  'voting.votersOfProperty': { ...ofActivity, propertyId: 'property' },
  'voting.votersByMarkedCode': ofActivity,
  'voting.counts': ofActivity,
  'voting.overview': { activityIds: 'activity' },
  'voting.deskCounts': ofActivity,
  'voting.unitPaths': ofActivity,
  'voting.placeProgress': ofActivity,
  'voting.roomOwners': ofActivity,
  'voting.grid': ofActivity,
  'contact.save': { ...ofActivity, ballotIds: 'ballot' },
  'contact.list': ofBallot,
  'contact.withdraw': { id: 'contact' },
  'contact.progress': ofActivity,
  'contact.remind': { ...ofActivity, ballotIds: 'ballot' },
  'contact.previewReminder': { ...ofActivity, ballotIds: 'ballot' },
  'publication.save': ofActivity,
  'publication.list': ofActivity,
  'publication.standing': { activityIds: 'activity' },
  'publication.withdraw': { id: 'publication' },
  'notification.list': ofActivity,
  'notification.counts': ofActivity,
  'notification.export': ofActivity,
  'notification.records': { rosterPropertyId: 'rosterProperty' },
  'notification.save': { rosterPropertyId: 'rosterProperty' },
  'notification.saveMany': { ...ofActivity, rosterPropertyIds: 'rosterProperty' },
  'notification.byPapers': ofActivity,
  'notification.saveByPapers': ofActivity,
  'notification.void': { notifyId: 'delivery' },
  'notification.import': ofActivity,
  'notification.lastImport': ofActivity,
  'notification.undoImport': ofActivity,
  'notification.undoMany': ofActivity,
  'paper.issue': { ...ofActivity, ballotIds: 'ballot' },
  'paper.issuable': { ...ofActivity, ballotIds: 'ballot' },
  'paper.out': ofActivity,
  'paper.receive': ofActivity,
  'paper.takeBack': ofActivity,
  'paper.spoil': ofActivity,
  'paper.spoilAll': ofActivity,
  'paper.replace': ofActivity,
  'paper.list': ofActivity,
  'paper.balance': ofActivity,
  'reading.page': ofActivity,
  'reading.pages': ofActivity,
  'reading.room': 'own',
  'reading.assign': { id: 'page' },
  'reading.discard': { id: 'page' },
  'reading.strip': { id: 'page' },
  'paper.print': ofActivity,
  'paper.layout': ofActivity,
  'reading.enter': { ...ofActivity, sampleId: 'sample' },
  'reading.due': ofActivity,
  'reading.differences': ofActivity,
  'reading.settle': { readingId: 'reading' },
  'reading.summary': ofActivity,
  'reading.papers': ofActivity,
  'reading.confirm': { ...ofActivity, readingId: 'reading' },
  'propertyChange.handIn': { propertyId: 'property', ...ofActivity },
  'propertyChange.list': 'listed',
  'propertyChange.export': 'listed',
  'propertyChange.approve': { id: 'propertyChange' },
  'propertyChange.reject': { id: 'propertyChange' },
  'result.progress': ofActivity,
  'result.statistics': activityItself,
  'result.notVoted': ofActivity,
  'result.notVotedSheet': ofActivity,
  'result.verify': ofActivity,
  'result.between': ofActivity,
  'result.receipt': ofBallot,
  'result.report': ofActivity,
  'result.corrected': ofActivity,
  'objection.save': { ...ofBallot, publicationId: 'publication' },
  'objection.list': ofActivity,
  'objection.withdraw': { id: 'objection' },
  'objection.decide': { id: 'objection', ballotId: 'ballot' },
  'route.shortage': ofActivity,
  'route.get': ofActivity,
  'route.print': ofActivity,
  'route.sheet': ofActivity,
  'route.chooseDoor': { ballotId: 'ballot', rosterPropertyId: 'rosterProperty' },
  'evidence.bundle': ofActivity,
  'document.make': { ...ofActivity, objectionId: 'objection' },
  'document.letterhead': ofActivity,
  'document.saveLetterhead': ofActivity,
  'sample.open': ofActivity,
  'sample.seed': ofSample,
  'sample.more': ofSample,
  'sample.ask': { ...ofSample, recordId: 'record' },
  'sample.close': ofSample,
  'sample.get': ofSample,
  'sample.list': ofActivity,
  'sensitivity.get': ofActivity,
  'privacy.reveal': { id: 'revealed' },
  'audit.lastImports': 'listed',
  'audit.checkpoints': ofActivity,
} as const satisfies Scopes
