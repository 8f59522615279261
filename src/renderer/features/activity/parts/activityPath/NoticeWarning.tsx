import { Alert } from 'antd'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { noticeHasRun, versionName } from '#shared/features/estate-rules/rules.ts'
import { PublicationKind } from '#shared/features/publication/rules.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { minutesOf } from '../../../../ui/moments.ts'
import { useEstateRules } from '../useEstateRules.ts'
import styles from './stepDialog.module.css'

/** Before voting starts: that no notice will have stood for as long as the rules say by then; nothing where one will, or they ask for none. */
export function NoticeWarning({ activity: { id, estateId, startsAt } }: { readonly activity: Pick<ActivityRow, 'id' | 'estateId' | 'startsAt'> }) {
  const { data: activity } = useEndpoint('activity.get', { query: { id } }, { errors: 'caller' })
  const { data: versions } = useEstateRules(estateId)
  const { data: standing } = useEndpoint('publication.standing', { query: { activityIds: [id] } }, { errors: 'caller' })
  const rules = versions?.rows.find((each) => each.id === activity?.rulesId)
  if (!rules || !standing || startsAt === null || rules.noticeDays === 0) return null
  const notices = standing.filter(({ kind }) => kind === PublicationKind.notice)
  if (notices.some((notice) => noticeHasRun(notice, rules.noticeDays, startsAt))) return null
  return (
    <Alert
      className={styles.rosterWarning}
      type="warning"
      showIcon
      title={`议事规则${versionName(rules.version)}${rules.clauses.noticedays}要求表决公告公示满 ${rules.noticeDays} 日，到 ${minutesOf(startsAt)} 开始时还没有公示满，请核对公示记录或修改开始时间`}
    />
  )
}
