import { ensureServerCode } from '../../build/scripts/server-code.mjs'

/** Before a run's tests: they start the server and its threads from these bundles. */
export default ensureServerCode
