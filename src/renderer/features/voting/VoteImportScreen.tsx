import { FileExcelOutlined } from '@ant-design/icons'
import { Button, Flex, Radio } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { askedItems, voteSheet } from '#shared/features/voting/sheet.ts'
import { useMay } from '../../app-context/may.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { minuteStamp } from '../../ui/minuteStamp.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { whyNot } from '../activity/parts/whyNot.ts'
import { ImportHost } from '../job/parts/ImportPanel/ImportHost.tsx'
import type { ImportSource } from '../job/parts/ImportPanel/importSource.ts'
import styles from './desk.module.css'

/** 导入投票: imports paper votes typed into 录入表. */
export function VoteImportScreen() {
  return <ActivityPage parameters={['estateid']}>{(activity) => <VoteImport key={activity.id} activity={activity} />}</ActivityPage>
}

function VoteImport({ activity }: { readonly activity: Activity }) {
  const navigate = useNavigate()
  const [isImporting, setIsImporting] = useState(false)
  const mayImport = useMay('voting.import')
  const noImport = whyNot(activity.status, 'importVotes') ?? (mayImport ? null : '只有活动负责人和系统管理员可以导入投票')
  return (
    <ImportHost
      source={noImport === null ? voteImport(activity) : null}
      isOpen={isImporting}
      onOpen={() => setIsImporting(true)}
      onClose={() => setIsImporting(false)}
      onSee={() => navigate(activityPaths.progress(activity))}
      takesDrops
    >
      <PageFrame
        actions={
          <ReasonedButton type="primary" reason={noImport} onClick={() => setIsImporting(true)}>
            导入投票
          </ReasonedButton>
        }
      >
        <p className={styles.importHint}>收回的纸票可以先录到表格里，再一次导入：下载录入表，对照纸票在每个议题下选择意见，填好后点“导入投票”。</p>
        <SheetButton activity={activity} />
      </PageFrame>
    </ImportHost>
  )
}

/** 下载录入表: for ballots that have not voted, or for all. */
function SheetButton({ activity }: { readonly activity: Activity }) {
  const [only, setOnly] = useState<'unvoted' | 'all'>('unvoted')
  const download = useCommand('file.saveDownload')
  const showSaved = useSavedFile()
  const save = async () => {
    const saved = await download.run({
      endpoint: 'voting.sheet',
      input: { query: { activityId: activity.id, path: '', only, jobId: crypto.randomUUID() } },
      suggestedName: `${activity.title.slice(0, 60)}_录入表_${minuteStamp(new Date())}.xlsx`,
    })
    if (saved.ok) showSaved(saved.value)
  }
  return (
    <Flex gap="small" align="center" wrap>
      <Button icon={<FileExcelOutlined aria-hidden />} loading={download.isRunning} onClick={() => void save()}>
        下载录入表
      </Button>
      <Radio.Group
        aria-label="录入表中的票权"
        value={only}
        options={[
          { value: 'unvoted', label: '未投的票权' },
          { value: 'all', label: '全部票权' },
        ]}
        onChange={(event) => setOnly(event.target.value as 'unvoted' | 'all')}
      />
    </Flex>
  )
}

/** The import of votes into an activity. */
function voteImport(activity: Activity): ImportSource {
  return {
    endpoint: 'voting.import',
    fields: { activityId: activity.id, whenVoted: 'refuse' },
    refreshes: ['voting.counts', 'voting.deskCounts', 'voting.overview', 'voting.grid', 'voting.placeProgress'],
    columns: voteSheet(askedItems(activity.topics)).namedFields,
    template: null,
    sheet: <SheetButton activity={activity} />,
    choice: { label: '已投票且意见不同', offText: '作为错误列出', onText: '跳过，不改已有的投票', fields: { whenVoted: 'skip' } },
    labels: { title: '导入投票', target: activity.title, see: '查看进度', repeatIsSafe: '意见相同的票不会重复投' },
  }
}
