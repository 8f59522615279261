import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { differenceInWords, knownInWords } from '#shared/features/audit/replay.ts'
import { stateFieldName } from '#shared/features/audit/stateFields.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { formatCount } from '../../ui/numbers.ts'
import { KnownDialog } from './parts/KnownDialog.tsx'
import styles from './result.module.css'

/** A check of the records against the journal is shown for so long, in ms (`proof.md` section 2). */
const SHOWN_FOR = 5 * 60_000
/** Differences that are told at once. */
const SHOWN = 5

/** What differs between an activity's records and the journal, over its result; nothing if all agrees. */
export function JournalBand({ activityId }: { readonly activityId: string }) {
  const { data } = useEndpoint('result.verify', { query: { activityId } }, { staleTime: SHOWN_FOR, refetchInterval: SHOWN_FOR, errors: 'caller' })
  if (!data || data.differenceCount === 0) return null
  return <Differences activityId={activityId} checked={data} />
}

function Differences({ activityId, checked }: { readonly activityId: string; readonly checked: AnswerOf<'result.verify'> }) {
  const { differences, differenceCount, known, names } = checked
  const [isAll, setIsAll] = useState(false)
  const [isAccepting, setIsAccepting] = useState(false)
  const accept = useSend('result.acceptDifferences', { refreshes: ['result.verify'], success: '已说明' })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const shown = isAll ? differences : differences.slice(0, SHOWN)
  const title = `投票记录与操作日志不一致，共 ${formatCount(differenceCount)} 处`
  return (
    <Alert
      className={styles.journalBand}
      type={known ? 'warning' : 'error'}
      showIcon
      title={title}
      description={
        <>
          <p>
            {known
              ? `${knownInWords(known)}。报告首页会列出这些差异。`
              : '数据可能被绕过本程序改动过。查清以前不能结束投票，也不能生成报告；请核对纸质选票，并联系系统管理员。'}
          </p>
          <ul>
            {shown.map((difference) => (
              <li key={`${difference.kind} ${difference.id} ${difference.field}`}>
                {differenceInWords(difference, nameOf.get(difference.id) ?? '', stateFieldName)}
              </li>
            ))}
          </ul>
          {differences.length > shown.length ? (
            <Button type="link" onClick={() => setIsAll(true)}>
              显示前 {differences.length} 处
            </Button>
          ) : null}
          {known ? null : (
            <Allowed call="result.acceptDifferences">
              <Button onClick={() => setIsAccepting(true)}>说明为已知差异…</Button>
            </Allowed>
          )}
          <KnownDialog
            title="说明为已知差异"
            about={`只对现在的 ${formatCount(differenceCount)} 处差异有效，再有新的差异须重新说明。`}
            ready={READY}
            isOpen={isAccepting}
            onSubmit={async (reason) => (await accept.send({ body: { activityId, reason } })).ok}
            onClose={() => setIsAccepting(false)}
          />
        </>
      }
    />
  )
}

const READY = ['已核对纸质选票，以现有记录为准', '恢复旧备份所致', '由技术人员更正录入错误'] as const
