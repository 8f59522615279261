import { testOverlays } from '../support/axe.ts'
import { panels } from '../support/overlayPanels.ts'
import { inLargeLetters, cover } from '../support/overlays.ts'

// The cover comes last, as it would cover everything after it.
testOverlays([...panels, ...inLargeLetters, cover])
