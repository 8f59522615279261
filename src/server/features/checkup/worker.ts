import { makeInWorker } from '../../workbooks/work.ts'
import { checkUp, type CheckupOrder } from './work.ts'

await makeInWorker<CheckupOrder>(async (db, order) => ({ bytes: new TextEncoder().encode(JSON.stringify(await checkUp(db, order))), rowCount: null }))
