import { Button } from 'antd'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { MomentsComparison } from './MomentsComparison.tsx'

/** 两个时刻对比: an activity's changes between two points in time, and its figures at both. */
export function MomentsButton({ activity }: { readonly activity: Activity }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>两个时刻对比</Button>
      <Dialog title={`两个时刻对比：${activity.title}`} open={isOpen} width={960} onCancel={() => setIsOpen(false)} footer={null}>
        <MomentsComparison activity={activity} />
      </Dialog>
    </>
  )
}
