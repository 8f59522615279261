import { ensureServerCode } from '../../build/scripts/server-code.mjs'

/** Builds these bundles before a run's tests, which start the server and its threads from them. */
export default ensureServerCode
