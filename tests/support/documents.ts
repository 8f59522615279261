import { documentKinds } from '../../src/shared/features/document/kinds.ts'
import { askDeliver, askVote, good, makeActivityA, optionsTopic, propertyNamed, takeSteps, topic } from './activities.ts'
import { unzipped } from './openedBundle.ts'
import type { Client, TestServer } from './server.ts'

/** A vote with everything that documents mention: two majorities, an election with a tie, deliveries, an extension; not ended. */
export async function documentedVote(server: TestServer, client: Client) {
  server.clock.time = Date.parse('2026-05-01T09:00:00+08:00')
  const made = await makeActivityA(server, client, {
    title: '2026年第一次会议',
    votetype: 5,
    rulebasis: '业主大会议事规则第十二条',
    topics: [
      topic('是否同意修订管理规约', { lawitem: 2 }),
      topic('是否同意改建地面停车场', { lawitem: 7 }),
      optionsTopic('选举业主委员会委员', ['赵敏', '钱强', '孙丽'], { lawitem: 3, seats: 2 }),
    ],
  })
  const { activityId, roster } = made
  await takeSteps(client, activityId, 'start')
  const at = (name: string) => propertyNamed(roster, name)
  for (const name of ['1-101', '1-102', '2-101']) good(await askDeliver(client, at(name)))
  // 赵敏 has four heads; 钱强 and 孙丽 have three each, of 400.00 m² each.
  for (const [name, answers] of [
    ['1-101', '11211'],
    ['1-102', '12121'],
    ['1-301', '13121'],
    ['2-101', '11112'],
    ['2-102', '11112'],
  ] as const)
    good(await askVote(client, made, [at(name)], answers))
  good(await client.post('/votedef/extend', { id: activityId, enddate: '2026-07-15 18:00:00', reason: '收回的表决票不足三分之二' }))
  return made
}

/** The text of a .docx, one line per paragraph. */
export function textOfDocx(bytes: Uint8Array): string {
  const xml = unzipped(bytes).get('word/document.xml')?.toString('utf8') ?? ''
  return xml
    .split('</w:p>')
    .map((paragraph) =>
      [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)]
        .map(([, text = '']) => text)
        .join('')
        .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: 'lt' | 'gt' | 'quot' | 'apos' | 'amp') => entities[name]),
    )
    .join('\n')
}
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' } as const

/** Requests a document, optionally of an objection; returns its bytes or the refusal. */
export const askDocument = (client: Client, activityId: string, kind: string, objectionId = '') =>
  client.raw(`/document/make?voteactivityid=${activityId}&kind=${kind}&objectionid=${objectionId}`)

/** Documents that need no objection. */
export const usualDocuments = documentKinds.filter((kind) => kind !== 'correction' && kind !== 'objectionreply')
