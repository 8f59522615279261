import { runningInWords, runningOn } from '#shared/features/publication/rules.ts'
import { StateTag } from '../../../ui/StateTag.tsx'
import { useStandingPublications } from './useStandingPublications.ts'
import styles from './activityPage.module.css'

/** Which day it is of what a vote has published now, and until when; nothing where nothing is. */
export function RunningPublications({ activityId }: { readonly activityId: string }) {
  const { standing, today } = useStandingPublications(activityId)
  const [first, ...others] = runningOn(standing, today).map((publication) => runningInWords(publication, today))
  if (first === undefined) return null
  return (
    <span className={styles.published} title={[first, ...others].join('\n')}>
      <StateTag tone="blue">{others.length === 0 ? first : `${first}，另有 ${others.length} 项公示`}</StateTag>
    </span>
  )
}
