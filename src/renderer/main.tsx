import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { keepDoubleClicks } from './app/keepDoubleClicks.ts'
import { Providers } from './app/providers.tsx'
import { refuseDrops } from './app/refuseDrops.ts'
import { returnFocus } from './app/returnFocus.ts'
import { Root } from './app/Root.tsx'
import { StartFailed } from './app/StartFailed.tsx'
import { failureOf } from './bridge/bridge.ts'
import { startComputer } from './bridge/computer.tsx'
// Before the program's own styles: see `zeroRuntime` in the theme.
import 'antd/dist/antd.css'
import './app/base.css'
import './ui/ui.css'

async function start() {
  const place = document.getElementById('root')
  if (!place) return
  returnFocus(document, place)
  const root = createRoot(place)
  try {
    const computer = await startComputer()
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <Providers computer={computer}>
            <Root />
          </Providers>
        </ErrorBoundary>
      </StrictMode>,
    )
  } catch (error) {
    root.render(<StartFailed sentence={failureOf(error).message} />)
  }
}

refuseDrops(window)
keepDoubleClicks(window)
void start()
