import { testOverlays } from '../support/axe.ts'
import { panels } from '../support/overlayPanels.ts'
import { inLargeLetters, cover } from '../support/overlays.ts'
import { isFull } from '../support/scale.ts'

// The cover is the last: whatever came after it would be covered.
if (isFull) testOverlays([...panels, ...inLargeLetters, cover])
