import { Alert, Checkbox } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Voter } from '#shared/features/ballot/contract.ts'
import type { Proxy } from '#shared/features/proxy/contract.ts'
import { ProxyStatus, proxyStatusNames } from '#shared/features/proxy/rules.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { Allowed } from '../../app-context/Allowed.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { ProxyDialog } from '../proxy/parts/ProxyDialog.tsx'
import { leftOutInWords, topicsInWords, untilInWords } from '../proxy/parts/proxyWords.ts'
import type { DeskAction } from './desk.ts'
import type { DeskMode } from './modes.ts'
import { isProxyGood, MOST_PROXIES, type ChosenProxy } from './parts/whoVotes.ts'
import styles from './desk.module.css'

interface ProxyChoiceProps {
  readonly activity: Activity
  readonly owner: Voter
  readonly chosen: ChosenProxy | null
  readonly isVoterSaid: boolean
  readonly mode: DeskMode
  readonly isLocked: boolean
  readonly act: (action: DeskAction) => void
}

/** Who may vote for the owner, and that somebody does; else the way to register it. */
export function ProxyChoice({ activity, owner, chosen, isVoterSaid, mode, isLocked, act }: ProxyChoiceProps) {
  const [isAdding, setIsAdding] = useState(false)
  const { data } = useEndpoint(
    'proxy.list',
    { query: { activityId: activity.id, ballotId: owner.ballotId, status: 'all', condition: '', pageNo: 1, pageSize: MOST_PROXIES } },
    { errors: 'caller', keptMs: 0 },
  )
  // One that has run out may be good for a paper that came in before.
  const proxies = (data?.rows ?? []).filter(({ status }) => status !== ProxyStatus.revoked)
  const leftOut = chosen === null ? '' : leftOutInWords(chosen, activity.topics)
  const hasLive = proxies.some(({ status }) => status === ProxyStatus.live)
  const refusal = activity.proxyLimit === 0 ? '本活动不接受委托' : whyNot(activity.status, 'entrust')
  return (
    <div className={styles.others} role="group" aria-label="委托">
      <div className={styles.proxyHead}>
        <h3 className={styles.othersTitle}>委托</h3>
        {data === undefined || hasLive ? null : (
          <Allowed call="proxy.save">
            <ReasonedButton type="link" size="small" reason={refusal} onClick={() => setIsAdding(true)}>
              登记委托
            </ReasonedButton>
          </Allowed>
        )}
      </div>
      {proxies.some((proxy) => isProxyGood(proxy, owner)) && mode !== 'mark' ? (
        <>
          {chosen === null && !isVoterSaid ? <p className={styles.whoVotes}>请选择由谁投票，没有选择的在提交时再问</p> : null}
          <Checkbox
            checked={chosen === null && isVoterSaid}
            disabled={isLocked}
            onChange={({ target }) => act(target.checked ? { type: 'ownerVotes' } : { type: 'proxyChosen', proxy: null })}
          >
            由业主本人投票
          </Checkbox>
        </>
      ) : null}
      {proxies.map((proxy) => (
        <Checkbox
          key={proxy.id}
          checked={chosen?.id === proxy.id}
          disabled={isLocked || mode === 'mark'}
          onChange={({ target }) => act({ type: 'proxyChosen', proxy: target.checked ? proxy : null })}
        >
          由受托人 {proxy.agentName} 投票 <span className={`${styles.proxyFacts} tabular`}>{factsOf(proxy, activity)}</span>
        </Checkbox>
      ))}
      {leftOut === '' ? null : (
        <Alert type="warning" showIcon role="alert" title={`委托不包括${leftOut}。代为投票后，这些议题不能再由业主补投，按未选（无效）计入`} />
      )}
      <ProxyDialog
        isOpen={isAdding}
        activity={activity}
        owner={owner}
        // Who registers it here has the agent before them.
        onSaved={(proxy) => (isProxyGood(proxy, owner) ? act({ type: 'proxyChosen', proxy }) : undefined)}
        onClose={() => setIsAdding(false)}
      />
    </div>
  )
}

function factsOf(proxy: Proxy, { topics }: Activity): string {
  const state = proxy.status === ProxyStatus.live ? [] : [`${proxyStatusNames[proxy.status]}，只用于过期前收到的选票`]
  return [maskPhone(proxy.agentPhone), topicsInWords(proxy, topics), `有效期至${untilInWords(proxy)}`, ...state].filter((part) => part !== '').join('，')
}
