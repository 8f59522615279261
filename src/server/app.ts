import type { FastifyInstance } from 'fastify'
import { endpoints } from '#shared/contract/index.ts'
import { accountHandlers } from './features/account/handlers.ts'
import { isCommonPassword } from './features/account/commonPasswords.ts'
import { createPasswordRules } from './features/account/passwordRules.ts'
import { defaultSessionLife } from './features/account/rules.ts'
import { createMisses } from './features/account/misses.ts'
import { createAccountService, type AccountService } from './features/account/service.ts'
import { createSignInJournal } from './features/account/signInJournal.ts'
import { activityHandlers } from './features/activity/handlers.ts'
import { createHandover } from './features/activity/handover.ts'
import { createActivityService } from './features/activity/service.ts'
import { journalHandlers } from './features/journal/handlers.ts'
import { openJournal, type JournaledDatabase } from './features/journal/journal.ts'
import { createJournalService, type JournalService } from './features/journal/service.ts'
import { ballotHandlers } from './features/ballot/handlers.ts'
import { clearRoster, fitRoster, hasBallots } from './features/ballot/roster.ts'
import { copiedSince } from './features/ballot/rosterPropertyQueries.ts'
import { createBallotService } from './features/ballot/service.ts'
import { checkupHandlers } from './features/checkup/handlers.ts'
import { createCheckupService } from './features/checkup/service.ts'
import { contactHandlers } from './features/contact/handlers.ts'
import { createReminders } from './features/contact/reminding.ts'
import { createContactService } from './features/contact/service.ts'
import { createDivisions } from './features/dictionary/divisions.ts'
import { dictionaryHandlers } from './features/dictionary/handlers.ts'
import { documentHandlers } from './features/document/handlers.ts'
import { createDocumentService } from './features/document/service.ts'
import { estateRulesHandlers } from './features/estate-rules/handlers.ts'
import { createEstateRulesService } from './features/estate-rules/service.ts'
import { estateHandlers } from './features/estate/handlers.ts'
import { createEstateService } from './features/estate/service.ts'
import { evidenceHandlers } from './features/evidence/handlers.ts'
import { createEvidenceService } from './features/evidence/service.ts'
import { fileHandlers } from './features/file/handlers.ts'
import { createFileService } from './features/file/service.ts'
import { jobHandlers } from './features/job/handlers.ts'
import { createRefusedFiles } from './features/job/refusedFiles.ts'
import { createJobService } from './features/job/service.ts'
import { deliveryHandlers } from './features/delivery/handlers.ts'
import { createDeliveryService } from './features/delivery/service.ts'
import { objectionHandlers } from './features/objection/handlers.ts'
import { createObjectionService } from './features/objection/service.ts'
import { paperHandlers } from './features/paper/handlers.ts'
import { papersOfVotes } from './features/paper/ofVotes.ts'
import { createPaperService } from './features/paper/service.ts'
import { privacyHandlers } from './features/privacy/handlers.ts'
import { createPrivacyService } from './features/privacy/service.ts'
import { propertyChangeHandlers } from './features/property-change/handlers.ts'
import { createPropertyChangeService } from './features/property-change/service.ts'
import { isIdentityPicture, requestedSince } from './features/property-change/store.ts'
import { propertyHandlers } from './features/property/handlers.ts'
import { createPropertyService } from './features/property/service.ts'
import { propertyPlaces, propertyTotals } from './features/property/store.ts'
import { retentionHandlers } from './features/retention/handlers.ts'
import { createRetentionService } from './features/retention/service.ts'
import { proxyHandlers } from './features/proxy/handlers.ts'
import { createProxyService } from './features/proxy/service.ts'
import { isProxyPicture } from './features/proxy/store.ts'
import { publicationHandlers } from './features/publication/handlers.ts'
import { createPublicationService } from './features/publication/service.ts'
import { pageHandlers, readingHandlers } from './features/reading/handlers.ts'
import { createReadingPages } from './features/reading/pages.ts'
import { isHiddenPage } from './features/reading/pageStore.ts'
import { createReadings } from './features/reading/secondEntries.ts'
import { sampleReadings } from './features/reading/ofSamples.ts'
import { requireReadingsDone } from './features/reading/standing.ts'
import { hasCorrection } from './features/result/corrected.ts'
import { resultHandlers } from './features/result/handlers.ts'
import { createResultService } from './features/result/service.ts'
import { routeHandlers } from './features/route/handlers.ts'
import { createRouteService } from './features/route/service.ts'
import { sampleHandlers } from './features/sample/handlers.ts'
import { createSampleService } from './features/sample/service.ts'
import { sensitivityHandlers } from './features/sensitivity/handlers.ts'
import { createSensitivityService } from './features/sensitivity/service.ts'
import { sharingHandlers } from './features/sharing/handlers.ts'
import { createSharingService, type SharingService } from './features/sharing/service.ts'
import { systemHandlers } from './features/system/handlers.ts'
import { createSystemService, type SystemService } from './features/system/service.ts'
import { todoHandlers } from './features/todo/handlers.ts'
import { createTodoService } from './features/todo/service.ts'
import { votingHandlers } from './features/voting/handlers.ts'
import { paperMarks } from './features/voting/paperMarks.ts'
import { createVotingService } from './features/voting/service.ts'
import { createBodyRoom } from './http/bodyRoom.ts'
import { createClientAddress } from './http/clientAddress.ts'
import { createHttpApp } from './http/httpApp.ts'
import { isShared } from './http/programKey.ts'
import { requireOwnContract } from './http/ownContract.ts'
import { createRequestGuard } from './http/requestGuard.ts'
import { mount, type MountDeps } from './http/mount.ts'
import { serveTemplates } from './http/templates.ts'
import { createMemoryRelief } from './kernel/memoryRelief.ts'
import { createPasswords } from './kernel/password.ts'
import { createPropertySearch } from './search/propertySearch.ts'
import { createWatchedSearch } from './search/watchedSearch.ts'
import { createListExports } from './exports/exports.ts'
import type { ServerDeps } from './serverDeps.ts'

/** Roster operations injected into activities. */
const rosters = { fit: fitRoster, clear: clearRoster, hasBallots }

/** Checks that block the end of a vote, injected into activities. */
const readings = { requireDone: requireReadingsDone }

/** Uses that forbid undoing an import, injected into properties. */
const importUses = { inRosters: copiedSince, inRequests: requestedSince }

/** Whether a file is an identity picture or a letter that names the person. */
const isOfPapers = async (...asked: Parameters<typeof isIdentityPicture>): Promise<boolean> =>
  (await isIdentityPicture(...asked)) || (await isProxyPicture(...asked))

/** The server as its entry point runs it. */
export interface Server {
  readonly app: FastifyInstance
  /** Daily cleanup; see file/service.ts. */
  readonly removeUnusedFiles: () => Promise<number>
  /** Number of other computers using the server now. */
  readonly connectedComputers: () => number
  /** Whether any account exists. */
  readonly hasAccounts: () => Promise<boolean>
  /** Permits for whole-database copies and their journal entries; see system/backupPermits.ts. */
  readonly system: Pick<SystemService, 'takeBackupPermit' | 'recordBackup' | 'recordDay'>
}

/** The composition root: builds the server without listening. */
export function createServer(deps: ServerDeps): Server {
  const { clock, log, copies = null } = deps
  const { database, checkpoints, keptHead } = openJournal(deps)
  const divisions = createDivisions(deps.divisionsFolder)
  const jobs = createJobService({ clock, onEnd: createMemoryRelief(() => deps.database.releaseMemory()), read: database.read })
  const refusedFiles = createRefusedFiles({ clock, sheets: deps.sheets, read: database.read })
  const journalService = createJournalService({ database, clock, log, checkpoints, keptHead, runJob: (caller, jobId, work) => jobs.run(caller, jobId, work) })
  const judged = { ...deps, database, clock: database.time.judging, journalService }
  const account = createAccounts(deps, database)
  const sharing = createSharingService({ database, clock, sharedPort: deps.sharedPort ?? null, listening: deps.listening })
  const system = createSystemService({ database, clock, account, journalService, sharing, sms: deps.sms, version: deps.version, copies })
  const files = createFileService({ database, clock, isIdentityPicture: isOfPapers, isHiddenPage })
  const estates = createEstateService({ ...judged, divisions, accounts: account, properties: { totals: propertyTotals, places: propertyPlaces } })
  const misses = createMisses({ database, clock, journalService })
  const search = createWatchedSearch(createPropertySearch(), misses)
  const properties = createPropertyService({ ...judged, estates, jobs, refusedFiles, search, uses: importUses })
  const activities = createActivityService({ ...judged, estates, properties, files, rosters, readings, checks: journalService.checks })
  const ballots = createBallotService({ ...judged, properties, activities })
  const checkups = createCheckupService({ ...judged, estates, activities, ballots })
  const propertyChanges = createPropertyChangeService({ ...judged, accounts: account, files, estates, properties, activities, ballots, misses })
  const proxies = createProxyService({ ...judged, activities, files, misses })
  const voting = createVotingService({ ...judged, activities, ballots, search, papersOfVotes, proxies, jobs, refusedFiles })
  const deliveries = createDeliveryService({ ...judged, files, jobs, refusedFiles, activities, search })
  const papers = createPaperService({ ...judged, activities, marks: paperMarks, search })
  const exportList = createListExports({ database, clock, jobs, maker: deps.exports, misses })
  const retention = createRetentionService({ ...judged, compact: () => deps.database.compact(), activities, estates, files, jobs })
  const results = createResultService({ ...judged, activities, jobs })
  const objections = createObjectionService({ ...judged, accounts: account, activities, files, misses, voting })
  const reminders = createReminders({ ...judged, activities, jobs })
  const samples = createSampleService({ ...judged, activities, results, readings: sampleReadings })

  const app = openApp(deps, { journalService, system, account })
  void app.register(async (api) => {
    mount(
      api,
      endpoints,
      {
        ...journalHandlers(journalService),
        ...systemHandlers(system),
        ...sharingHandlers(sharing),
        ...dictionaryHandlers(divisions),
        ...fileHandlers(files),
        ...jobHandlers(jobs, refusedFiles),
        ...accountHandlers(account, exportList),
        ...estateHandlers(estates, exportList),
        ...estateRulesHandlers(createEstateRulesService({ ...judged, estates, files })),
        ...propertyHandlers(properties, exportList),
        ...activityHandlers(activities, createHandover({ database, accounts: account }), exportList),
        ...todoHandlers(createTodoService({ ...judged, activities })),
        ...ballotHandlers(ballots, exportList),
        ...checkupHandlers(checkups, exportList),
        ...propertyChangeHandlers(propertyChanges, exportList),
        ...proxyHandlers(proxies),
        ...votingHandlers(voting, exportList),
        ...deliveryHandlers(deliveries, exportList),
        ...contactHandlers(createContactService({ ...judged, activities }), reminders),
        ...publicationHandlers(createPublicationService({ ...judged, activities, files, hasCorrection })),
        ...paperHandlers(papers),
        ...readingHandlers(createReadings({ ...judged, accounts: account, activities, papers, search, voting, samples })),
        ...pageHandlers(createReadingPages({ ...judged, activities, files, papers, reader: deps.pageReader })),
        ...resultHandlers(results),
        ...objectionHandlers(objections),
        ...routeHandlers(createRouteService({ ...judged, activities, results }), exportList),
        ...evidenceHandlers(createEvidenceService({ ...judged, activities, files, results, samples, jobs })),
        ...documentHandlers(createDocumentService({ ...judged, activities, results, objections, jobs })),
        ...sampleHandlers(samples),
        ...sensitivityHandlers(createSensitivityService({ ...judged, activities, jobs, deliveries, checkups })),
        ...privacyHandlers(createPrivacyService({ ...judged, accounts: account, properties, ballots, propertyChanges, proxies, objections, voting })),
        ...retentionHandlers(retention),
      },
      { ...callsOf(deps, { account, sharing }), read: database.read, requireNewest: () => keptHead.requireNewest() },
    )
  })
  return {
    app,
    removeUnusedFiles: () => tidyUp({ reminders, retention, files }),
    connectedComputers: sharing.connectedCount,
    hasAccounts: account.hasAccounts,
    system,
  }
}

interface DailyWork {
  readonly reminders: Pick<ReturnType<typeof createReminders>, 'forget'>
  readonly retention: Pick<ReturnType<typeof createRetentionService>, 'compactIfErased'>
  readonly files: Pick<ReturnType<typeof createFileService>, 'removeUnused'>
}

/** Daily work; returns the number of files removed. */
async function tidyUp({ reminders, retention, files }: DailyWork): Promise<number> {
  await reminders.forget()
  await retention.compactIfErased()
  return files.removeUnused()
}

/** Wires the account service. */
function createAccounts(deps: ServerDeps, database: JournaledDatabase): AccountService {
  const { clock } = deps
  const passwords = createPasswords(deps.passwordCost)
  const signIns = createSignInJournal({ database, clock })
  const passwordRules = createPasswordRules(isCommonPassword)
  return createAccountService({ ...deps, database, passwords, passwordRules, signIns, sessionLife: deps.sessionLife ?? defaultSessionLife })
}

/** Wires how calls are admitted and identified. */
function callsOf(
  { log, version, allowedHosts, trustedProxy, programKey, bodyLimits }: ServerDeps,
  { account, sharing }: { readonly account: Pick<AccountService, 'authenticate' | 'requireStanding'>; readonly sharing: Pick<SharingService, 'saw'> },
): Omit<MountDeps, 'requireNewest' | 'read'> {
  const requireOurs = createRequestGuard(allowedHosts)
  return {
    log,
    authenticate: (token) => account.authenticate(token),
    judge: (tx, caller, lowest) => account.requireStanding(tx, caller, lowest),
    guard: (request) => {
      requireOurs(request)
      requireOwnContract(request, version)
    },
    bodyRoom: createBodyRoom(bodyLimits),
    addressOf: createClientAddress(trustedProxy),
    isOwnProgram: (request) => programKey !== undefined && !isShared(request),
    onCaller: sharing.saw,
  }
}

/** The app with its start-up work (journals a restore since the last start, asks for the first registration) and its shutdown. */
function openApp(
  deps: ServerDeps,
  { journalService, system, account }: { readonly journalService: JournalService; readonly system: SystemService; readonly account: AccountService },
): FastifyInstance {
  const { restored, setupCode, log, templatesFolder } = deps
  const app = createHttpApp(deps)
  serveTemplates(app, templatesFolder)
  app.addHook('onClose', () => journalService.end())
  app.addHook('onReady', async () => journalService.begin({ isRestored: restored !== undefined, hasAccounts: await account.hasAccounts() }))
  if (restored) {
    app.addHook('onReady', async () => {
      // // A failed write is retried at the next start.
      await system.recordRestore(restored.done).then(restored.forget, (err: unknown) => log.error({ err }, 'a restore is not in the journal'))
    })
  }
  if (setupCode) {
    app.addHook('onReady', async () => {
      if (await account.hasAccounts()) setupCode.forget()
      else setupCode.show()
    })
  }
  return app
}
