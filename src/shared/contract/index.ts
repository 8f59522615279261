import { accountEndpoints } from '../features/account/contract.ts'
import type { Role } from '../features/account/roles.ts'
import { activityEndpoints } from '../features/activity/contract.ts'
import { journalEndpoints } from '../features/journal/contract.ts'
import { ballotEndpoints } from '../features/ballot/contract.ts'
import { checkupEndpoints } from '../features/checkup/contract.ts'
import { dictionaryEndpoints } from '../features/dictionary/contract.ts'
import { documentEndpoints } from '../features/document/contract.ts'
import { estateRulesEndpoints } from '../features/estate-rules/contract.ts'
import { estateEndpoints } from '../features/estate/contract.ts'
import { evidenceEndpoints } from '../features/evidence/contract.ts'
import { fileEndpoints } from '../features/file/contract.ts'
import { jobEndpoints } from '../features/job/contract.ts'
import { deliveryEndpoints } from '../features/delivery/contract.ts'
import { objectionEndpoints } from '../features/objection/contract.ts'
import { paperEndpoints } from '../features/paper/contract.ts'
import { printEndpoints } from '../features/paper/printContract.ts'
import { privacyEndpoints } from '../features/privacy/contract.ts'
import { propertyChangeEndpoints } from '../features/property-change/contract.ts'
import { propertyEndpoints } from '../features/property/contract.ts'
import { contactEndpoints } from '../features/contact/contract.ts'
import { publicationEndpoints } from '../features/publication/contract.ts'
import { proxyEndpoints } from '../features/proxy/contract.ts'
import { readingEndpoints } from '../features/reading/contract.ts'
import { pageEndpoints } from '../features/reading/pageContract.ts'
import { scanEndpoints } from '../features/reading/scanContract.ts'
import { resultEndpoints } from '../features/result/contract.ts'
import { retentionEndpoints } from '../features/retention/contract.ts'
import { routeEndpoints } from '../features/route/contract.ts'
import { sampleEndpoints } from '../features/sample/contract.ts'
import { sensitivityEndpoints } from '../features/sensitivity/contract.ts'
import { sharingEndpoints } from '../features/sharing/contract.ts'
import { systemEndpoints } from '../features/system/contract.ts'
import { todoEndpoints } from '../features/todo/contract.ts'
import { votingEndpoints } from '../features/voting/contract.ts'
import type { Answer, Endpoint, Input, Scoped } from './endpoint.ts'

const all = {
  ...systemEndpoints,
  ...sharingEndpoints,
  ...dictionaryEndpoints,
  ...fileEndpoints,
  ...jobEndpoints,
  ...accountEndpoints,
  ...estateEndpoints,
  ...estateRulesEndpoints,
  ...propertyEndpoints,
  ...activityEndpoints,
  ...todoEndpoints,
  ...ballotEndpoints,
  ...checkupEndpoints,
  ...proxyEndpoints,
  ...contactEndpoints,
  ...publicationEndpoints,
  ...votingEndpoints,
  ...deliveryEndpoints,
  ...paperEndpoints,
  ...pageEndpoints,
  ...scanEndpoints,
  ...printEndpoints,
  ...readingEndpoints,
  ...propertyChangeEndpoints,
  ...resultEndpoints,
  ...objectionEndpoints,
  ...routeEndpoints,
  ...evidenceEndpoints,
  ...documentEndpoints,
  ...sampleEndpoints,
  ...sensitivityEndpoints,
  ...privacyEndpoints,
  ...retentionEndpoints,
  ...journalEndpoints,
} as const
/** All endpoints, by dotted name; one that does not say of which estate it is does not compile. */
export const endpoints = all satisfies Scoped<typeof all>
export type AllEndpoints = typeof endpoints
export type EndpointName = keyof AllEndpoints
export type InputOf<N extends EndpointName> = Input<AllEndpoints[N]>
export type AnswerOf<N extends EndpointName> = Answer<AllEndpoints[N]>
/** What a call gives in its query, and what in its body. */
export type QueryOf<N extends EndpointName> = InputOf<N> extends { readonly query: infer Query } ? Query : never
export type BodyOf<N extends EndpointName> = InputOf<N> extends { readonly body: infer Body } ? Body : never

/** The endpoints that return a file to save: exports, reports and bundles. */
export type DownloadEndpoint = {
  [N in EndpointName]: AllEndpoints[N] extends { readonly response: 'binary' | 'stream'; readonly isLong: true } ? N : never
}[EndpointName]
/** Those that are streamed. */
export type StreamedEndpoint = { [N in DownloadEndpoint]: AllEndpoints[N]['response'] extends 'stream' ? N : never }[DownloadEndpoint]
/** Whether an endpoint returns a file to save; false for unknown names. */
export function isDownload(name: unknown): name is DownloadEndpoint {
  if (!isEndpointName(name)) return false
  const { response, isLong } = endpointOf(name)
  return (response === 'binary' || response === 'stream') && isLong === true
}
/** Whether a file is streamed instead of sent in one answer. */
export function isStreamed(name: DownloadEndpoint): name is StreamedEndpoint {
  return endpointOf(name).response === 'stream'
}

/** The lowest role allowed to make each call, except those without login. */
export const lowestRoles: Readonly<Record<string, Role>> = Object.fromEntries(
  Object.entries(endpoints).flatMap(([name, { access }]) => (access === 'public' ? [] : [[name, access]])),
)

/** The endpoint with that name, as the general type. */
export function endpointOf(name: EndpointName): Endpoint {
  return endpoints[name]
}
/** Whether an endpoint with that name exists: names from the bridge are untrusted. */
export function isEndpointName(name: unknown): name is EndpointName {
  return typeof name === 'string' && Object.hasOwn(endpoints, name)
}
