import { makeInWorker } from '../../workbooks/work.ts'
import { sensitivityOf } from './items.ts'
import { toBytes, type SensitivityOrder } from './maker.ts'
import { sensitivityStore } from './store.ts'

await makeInWorker<SensitivityOrder>(async (db, order) => {
  const ballots = await sensitivityStore(db).ballots(order)
  return { bytes: toBytes(sensitivityOf({ ...order, ballots, hasPolicy: order.deliveries !== null })), rowCount: null }
})
