import { useState, type ReactNode } from 'react'
import { VisitDialog, visitNow, type AskedVisit, type VisitedBallot } from './VisitDialog.tsx'
import { VisitHistory } from './VisitHistory.tsx'

/** A dialog with a ballot's visits, and the form for another; `dialogs` must be rendered by the page. */
export function useVisits(activityId: string): { readonly show: (ballot: VisitedBallot) => void; readonly dialogs: ReactNode } {
  const [shown, setShown] = useState<VisitedBallot | null>(null)
  const [visited, setVisited] = useState<AskedVisit | null>(null)
  return {
    show: setShown,
    dialogs: (
      <>
        <VisitHistory activityId={activityId} ballot={shown} onClose={() => setShown(null)} onVisit={() => setVisited(shown && visitNow([shown]))} />
        <VisitDialog activityId={activityId} visit={visited} onClose={() => setVisited(null)} />
      </>
    ),
  }
}
