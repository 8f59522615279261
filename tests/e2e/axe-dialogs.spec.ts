import { testOverlays } from '../support/axe.ts'
import { dialogs } from '../support/overlayDialogs.ts'
import { isFull } from '../support/scale.ts'

if (isFull) testOverlays(dialogs)
