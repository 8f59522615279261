import { testOverlays } from '../support/axe.ts'
import { dialogs } from '../support/overlayDialogs.ts'

testOverlays(dialogs)
