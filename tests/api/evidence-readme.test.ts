import { beforeAll, describe, expect, it } from 'vitest'
import { lineFields } from '../../src/server/features/evidence/fields.ts'
import { askVote, good, makeActivityA, propertyNamed, rosterOf, takeSteps } from '../support/activities.ts'
import { lampFaults, NO_FAULTS, unzipped } from '../support/openedBundle.ts'
import { pdfPages } from '../support/pdf.ts'
import { confirm, madeBefore, serverForAll } from '../support/server.ts'

describe('the readable files of a bundle', () => {
  const server = serverForAll('sqlite')
  const admin = madeBefore(() => server.member('admin_1'))
  const zips = new Map<string, Buffer>()
  beforeAll(async () => {
    const made = await makeActivityA(server, admin)
    await takeSteps(admin, made.activityId, 'start')
    good(await askVote(admin, made, [propertyNamed(await rosterOf(server, made.activityId), '1-102')], '1'))
    await takeSteps(admin, made.activityId, 'startTally', 'finish')
    await confirm(admin)
    for (const edition of ['court', 'owners']) {
      const query = new URLSearchParams({ voteactivityid: made.activityId, edition, purpose: edition === 'court' ? '应诉' : '' })
      const response = await admin.raw(`/evidence/bundle?${query.toString()}`)
      if (response.headers['content-type'] !== 'application/zip') throw new Error(response.body)
      zips.set(edition, response.rawPayload)
    }
  })
  const filesOf = (edition: string) => unzipped(zips.get(edition) ?? Buffer.alloc(0))
  const readmeOf = (edition: string): string => filesOf(edition).get('说明.txt')?.toString('utf8') ?? ''
  const codeOf = (edition: string): string => /核验码：([0-9a-f ]+)/.exec(readmeOf(edition))?.[1] ?? ''

  it.each(['court', 'owners'])('leaves all lamps green and carries a code known to the page (%s)', async (edition) => {
    expect(codeOf(edition)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
    expect(await lampFaults(zips.get(edition) ?? Buffer.alloc(0), codeOf(edition))).toEqual(NO_FAULTS)
  })

  it.each(['court', 'owners'])('name every file of the bundle and are listed in its manifest (%s)', async (edition) => {
    const [files, readme] = [filesOf(edition), readmeOf(edition)]
    expect(files.size).toBeGreaterThan(12)
    for (const path of files.keys()) expect(readme).toContain(`\r\n${path.startsWith('images/') ? 'images/' : path}：`)
    const { files: listed } = JSON.parse(files.get('manifest.json')?.toString('utf8') ?? '') as { files: { path: string; role: string }[] }
    expect(listed).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: '说明.txt', role: 'readme' }), expect.objectContaining({ path: '核验说明.pdf', role: 'guide' })]),
    )
    const [page = '', ...more] = await pdfPages(files.get('核验说明.pdf') ?? Buffer.alloc(0))
    expect(more).toEqual([])
    expect(page).toContain(codeOf(edition).replaceAll(' ', ''))
  })

  it.each(['court', 'owners'])('name exactly the fields of their edition (%s)', (edition) => {
    const readme = readmeOf(edition)
    let seen = 0
    for (const [path, fields] of Object.entries(lineFields)) {
      const chapter = readme.split(`\r\n${path}\r\n`)[1]?.split('\r\n\r\n')[0] ?? ''
      const named = chapter.split('\r\n').map((line) => line.trim().split(/\s+/)[0])
      const wanted = fields.filter(({ editions }) => edition === 'court' || editions === 'both').map(({ field }) => field)
      expect(named, path).toEqual(wanted)
      seen += wanted.length
    }
    expect(seen).toBeGreaterThan(60)
  })

  it('open in office editors: byte order mark and CRLF line ends', () => {
    for (const edition of ['court', 'owners']) {
      const bytes = filesOf(edition).get('说明.txt') ?? Buffer.alloc(0)
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const text = bytes.toString('utf8')
      expect(text.endsWith('\r\n')).toBe(true)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
  })

  it('promise nothing that they cannot prove, and tell owners what their edition is for', () => {
    for (const edition of ['court', 'owners']) expect(['不可篡改', '合法', '有效', '保证'].filter((word) => readmeOf(edition).includes(word))).toEqual([])
    expect([readmeOf('owners').includes('不用于张贴'), readmeOf('court').includes('不用于张贴')]).toEqual([true, false])
    expect(readmeOf('owners')).not.toContain('mobileno')
  })
})
