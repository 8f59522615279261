import { Alert, Radio, Select, Skeleton } from 'antd'
import { useState } from 'react'
import type { Checkup, Finding } from '#shared/features/checkup/contract.ts'
import { CHECK_RULES, CHECK_TIERS, checkRuleNames, checkTierNames, MAX_FINDINGS, type CheckRule, type CheckTier } from '#shared/features/checkup/rules.ts'
import { MAX_BATCH } from '#shared/contract/batch.ts'
import { Act } from '../../app-context/Act.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { minutesOf } from '../../ui/moments.ts'
import { formatCount } from '../../ui/numbers.ts'
import { Pager } from '../../ui/pageTable/Pager.tsx'
import { usePageState } from '../../ui/usePageState.ts'
import { FindingCard, type FindingActions } from './FindingCard.tsx'
import type { Compared } from './useComparison.ts'
import styles from './checkup.module.css'

/** The findings shown: open ones of a tier, dismissed ones, or the differences from another list. */
type Shown = CheckTier | 'aside' | 'compared'

interface CheckupBodyProps {
  readonly checkup: Checkup
  readonly compared: Compared | null
  readonly actions: FindingActions
  readonly onForgetCompared: () => void
}

/** A check-up's findings, one tier at a time. */
export function CheckupBody({ checkup, compared, actions, onForgetCompared }: CheckupBodyProps) {
  const [chosen, setChosen] = useState<Shown | null>(null)
  const [rule, setRule] = useState<CheckRule | null>(null)
  const [comparedFile, setComparedFile] = useState(compared)
  if (compared !== comparedFile) {
    setComparedFile(compared)
    if (compared !== null && compared.fileName !== comparedFile?.fileName) setChosen('compared')
    if (compared === null && chosen === 'compared') setChosen(null)
  }
  const openOf = (tier: CheckTier): number => checkup.counts.find((count) => count.tier === tier)?.open ?? 0
  const aside = checkup.findings.filter(({ dismissed }) => dismissed !== null)
  const shown = chosen ?? CHECK_TIERS.find((tier) => openOf(tier) > 0) ?? 1
  const all = findingsOf(shown, checkup, compared)
  const found = all.filter((finding) => rule === null || finding.rule === rule)
  const paging = usePageState('checkup', [shown, rule])
  const rules = CHECK_RULES.filter((one) => all.some((finding) => finding.rule === one))
  return (
    <>
      <div className={styles.bar}>
        <Radio.Group
          aria-label="级别"
          optionType="button"
          value={shown}
          options={[
            ...CHECK_TIERS.map((tier) => ({ value: tier, label: `${checkTierNames[tier]} ${formatCount(openOf(tier))}` })),
            { value: 'aside', label: `已处理 ${formatCount(aside.length)}` },
            ...(compared ? [{ value: 'compared', label: `与对照表不一致 ${formatCount(compared.findings.length)}` }] : []),
          ]}
          onChange={(event) => {
            setChosen(event.target.value as Shown)
            setRule(null)
          }}
        />
        {rules.length > 1 ? (
          <Select<CheckRule | ''>
            aria-label="体检项目"
            className={styles.rule}
            value={rule ?? ''}
            options={[{ value: '', label: '全部项目' }, ...rules.map((one) => ({ value: one, label: checkRuleNames[one] }))]}
            onChange={(value) => setRule(value === '' ? null : value)}
          />
        ) : null}
        <DismissShown shown={shown} findings={found} actions={actions} />
        <span className={styles.when}>
          已检查 {formatCount(checkup.rowCount)} 套，{minutesOf(checkup.checkedAt)}
        </span>
      </div>
      <Remarks checkup={checkup} compared={shown === 'compared' ? compared : null} onForgetCompared={onForgetCompared} />
      {found.length === 0 ? <Nothing shown={shown} /> : null}
      {found.slice((paging.pageNo - 1) * paging.pageSize, paging.pageNo * paging.pageSize).map((finding) => (
        <FindingCard key={finding.id} finding={finding} actions={actions} />
      ))}
      {found.length > 0 ? <Pager total={found.length} totals="" paging={paging} /> : null}
    </>
  )
}

/** 批量已核对: dismisses the findings shown, if none of them affects counting. */
function DismissShown({ shown, findings, actions }: { readonly shown: Shown; readonly findings: readonly Finding[]; readonly actions: FindingActions }) {
  const asked = findings.slice(0, MAX_BATCH)
  if ((shown !== 2 && shown !== 3) || asked.length < 2) return null
  return (
    <ReasonedButton reason={actions.notNow} onClick={() => actions.onDismissMany(asked)}>
      批量已核对 {formatCount(asked.length)} 项
    </ReasonedButton>
  )
}

function findingsOf(shown: Shown, { findings }: Checkup, compared: Compared | null): readonly Finding[] {
  if (shown === 'compared') return compared?.findings ?? []
  return findings.filter(({ tier, dismissed }) => (shown === 'aside' ? dismissed !== null : dismissed === null && tier === shown))
}

interface RemarksProps {
  readonly checkup: Checkup
  readonly compared: Compared | null
  readonly onForgetCompared: () => void
}

/** Remarks on the list as a whole. */
function Remarks({ checkup: { counts, findings }, compared, onForgetCompared }: RemarksProps) {
  const total = counts.reduce((sum, { open, dismissed }) => sum + open + dismissed, 0)
  return (
    <>
      {total > findings.length ? (
        <Alert
          className={styles.remark}
          type="info"
          showIcon
          title={`共 ${formatCount(total)} 项，这里按级别列出前 ${formatCount(MAX_FINDINGS)} 项；处理后其余的会接着出现，也可以点“保存为 Excel”看全部`}
        />
      ) : null}
      {compared ? (
        <Alert
          className={styles.remark}
          type="info"
          showIcon
          title={`与“${compared.fileName}”对照的结果，供核对；离开本页后不再保留`}
          action={<Act text="不再显示" size="small" onClick={onForgetCompared} />}
        />
      ) : null}
    </>
  )
}

const nothing: Readonly<Record<Shown, string>> = {
  1: '没有必须处理的',
  2: '没有建议核对的',
  3: '没有要提示的',
  aside: '还没有标记过的。看过的可以标记为“不是同一人”或“已核对”，以后不再提示',
  compared: '没有发现不一致的地方',
}

const Nothing = ({ shown }: { readonly shown: Shown }) => <EmptyState text={nothing[shown]} />

/** Shown while the check-up is running. */
export function CheckupWaiting() {
  return (
    <>
      <p className="quiet lead" role="status">
        正在体检，房产多时需要几秒…
      </p>
      <Skeleton active paragraph={{ rows: 8 }} />
    </>
  )
}
