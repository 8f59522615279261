import { benchActivities } from './activities.ts'
import { benchBallots } from './ballots.ts'
import { benchBundle } from './bundle.ts'
import { benchCasting } from './casting.ts'
import { benchCheckup } from './checkup.ts'
import { benchCorrected } from './corrected.ts'
import { benchGrid } from './grid.ts'
import { benchImport } from './import.ts'
import { benchImportedVotes } from './importedVotes.ts'
import { benchJournal } from './journal.ts'
import { benchLists } from './lists.ts'
import { benchPapers } from './papers.ts'
import { benchReading } from './reading.ts'
import { benchRecount } from './recount.ts'
import { benchReport } from './report.ts'
import { benchRoute } from './route.ts'
import { benchSamples } from './samples.ts'
import { benchScannedPapers } from './scannedPapers.ts'
import { benchScreens } from './screens.ts'
import { benchSearch } from './search.ts'
import { benchSensitivity } from './sensitivity.ts'
import { benchStart } from './start.ts'
import { countMet, printTable, type Figure } from './table.ts'
import { benchVoters } from './voters.ts'
import { benchWrites } from './writes.ts'

/** `npm run bench`: every figure with its target (docs/performance.md), or explaining one. `npm run bench -- writes` runs a single one. */
const benches: Readonly<Record<string, { readonly title: string; readonly run: () => Promise<Figure[]> }>> = {
  import: { title: 'Import', run: () => benchImport() },
  votes: { title: 'Votes from a workbook', run: () => benchImportedVotes() },
  lists: { title: 'Lists of 100,000 properties', run: () => benchLists() },
  search: { title: 'Search', run: () => benchSearch() },
  writes: { title: 'Durable writes', run: () => benchWrites() },
  journal: { title: 'The journal', run: () => benchJournal() },
  checkup: { title: 'Check-ups of rosters', run: () => benchCheckup() },
  report: { title: 'Statistics and the report', run: () => benchReport() },
  corrected: { title: 'A result with corrections', run: () => benchCorrected() },
  voters: { title: 'The search for a voter', run: () => benchVoters() },
  grid: { title: 'The building grid', run: () => benchGrid() },
  activities: { title: 'Much in one call', run: () => benchActivities() },
  casting: { title: 'Casting', run: () => benchCasting() },
  sensitivity: { title: 'Other conventions', run: () => benchSensitivity() },
  bundle: { title: 'The bundle', run: () => benchBundle() },
  reading: {
    title: 'Simulated scans of ballots',
    run: async () => [...(await benchReading()), ...(await benchScannedPapers()), ...(await benchSamples())],
  },
  recount: { title: 'The recount page', run: () => benchRecount() },
  papers: { title: 'Ballot papers', run: () => benchPapers() },
  ballots: { title: 'Printed ballots', run: () => benchBallots() },
  route: { title: 'The route', run: () => benchRoute() },
  screens: { title: 'Screens', run: () => benchScreens() },
  start: { title: 'Start', run: () => benchStart() },
}

const chosen = process.argv.slice(2)
const all: Figure[] = []
for (const [name, { title, run }] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  const figures = await run()
  printTable(title, figures)
  all.push(...figures)
}
const { met, missed } = countMet(all)
process.stdout.write(`\n${met} aims met, ${missed} missed\n`)
