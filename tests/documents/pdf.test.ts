import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentKinds } from '../../src/shared/features/document/kinds.ts'
import { askObject, good, propertyNamed, recordsOf, takeSteps } from '../support/activities.ts'
import { askDocument, documentedVote, textOfDocx } from '../support/documents.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** The documents and PDFs are kept here for inspection. */
const folder = resolve('.cache/documents')
let server: TestServer
let client: Client
let activityId: string
let objectionId: string
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  server = await startServer('sqlite')
  client = await server.member('admin_1')
  const vote = await documentedVote(server, client)
  ;({ activityId } = vote)
  await takeSteps(client, activityId, 'finish')
  // Whoever entered the vote cannot decide.
  const { ballotId } = propertyNamed(vote.roster, '1-102')
  objectionId = good(await askObject(client, vote, { ballotid: ballotId })).objectionid
  const corrections = [{ ballotid: ballotId, kind: 'answers', records: recordsOf(vote.topics, '22112') }]
  const decision = { objectionid: objectionId, decision: 1, reason: '核对选票原件，录入有误', corrections }
  good(await (await server.member('boss_1')).post('/objection/decide', decision))
})
afterAll(() => server.close())

/** Without whitespace, as line breaks depend on the page. */
const solid = (text: string): string => text.replaceAll(/\s/g, '')

it.each(documentKinds)('%s is read by LibreOffice as it was written', async (kind) => {
  const { rawPayload } = await askDocument(client, activityId, kind, objectionId)
  const docx = resolve(folder, `${kind}.docx`)
  writeFileSync(docx, rawPayload)
  execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder, docx], { stdio: 'pipe' })
  execFileSync('pdftotext', ['-raw', resolve(folder, `${kind}.pdf`), resolve(folder, `${kind}.txt`)])
  // Page numbers appear between the pages.
  const read = solid(readFileSync(resolve(folder, `${kind}.txt`), 'utf8')).replaceAll(/—\d+—/g, '')
  const written = textOfDocx(rawPayload).split('\n').map(solid)
  expect(written.filter((text) => text.length > 12).length).toBeGreaterThan(3)
  expect(written.filter((text) => !read.includes(text))).toEqual([])
})
