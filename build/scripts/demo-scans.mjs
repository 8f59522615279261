// Scanned papers of the demonstration estate, printed by the program, filled in by simulated pens and scanned by a simulated scanner.
import { filledIn } from '../../tests/support/scans/filledIn.ts'
import { taken } from '../../tests/support/scans/devices.ts'
import { createRandom } from '../../tests/support/scans/random.ts'

const SCANNER = { type: 'scanner', dpi: 150, isHard: false, isBlackAndWhite: false }
/** Number of scanned papers. */
const SCANNED = 60

/**
 * Scans papers of a vote: most are ticked, some have crosses or unmarked rows, and some are scanned twice.
 *
 * @param papers their codes and places; the first 60 are scanned
 */
export async function scanPapers(calls, { voteactivityid, papers }) {
  const layout = await calls.get('/paper/layout', { voteactivityid })
  const random = createRandom(60)
  const send = async (page, at) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ voteactivityid, batchid: 'demo', source: '三期4栋.pdf', sourcepage: String(at) })) form.append(name, value)
    form.append('uploadfile', new File([taken(page, SCANNER, random)], '扫描.jpg', { type: 'image/jpeg' }))
    await calls.upload('/reading/page', form)
  }
  let sent = Promise.resolve()
  let at = 0
  for (const [turn, { code, place }] of papers.slice(0, SCANNED).entries()) {
    const pages = await filledIn(layout, { code, place, marks: marksOf(turn) }, random)
    // The server reads a page while the next one is drawn.
    await sent
    sent = (async () => {
      for (const page of turn % 20 === 9 ? [...pages, ...pages] : pages) {
        at += 1
        await send(page, at)
      }
    })()
  }
  await sent
}

/** Two topics, and one with three companies. */
function marksOf(turn) {
  const company = ['1__', '_1_', '__1'][turn % 3]
  if (turn % 12 === 5) return `x1${company}`
  if (turn % 15 === 7) return `1_${company}`
  if (turn % 30 === 14) return '_____'
  return `${turn % 5 === 0 ? 2 : 1}${turn % 7 === 0 ? 3 : 1}${company}`
}
