import { testOverlays } from '../support/axe.ts'
import { panels } from '../support/overlayPanels.ts'
import { inLargeLetters, cover } from '../support/overlays.ts'
import { isFull } from '../support/scale.ts'

// The cover comes last, as it would cover everything after it.
if (isFull) testOverlays([...panels, ...inLargeLetters, cover])
