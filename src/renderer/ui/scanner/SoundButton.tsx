import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button } from 'antd'

/** Switches the desk's sounds off and on; remembered on this computer. */
export function SoundButton({ isSilent, onToggle }: { readonly isSilent: boolean; readonly onToggle: () => void }) {
  return (
    <Button icon={isSilent ? <MutedOutlined /> : <SoundOutlined />} aria-pressed={!isSilent} title="提交成功和被拒绝时的提示音" onClick={onToggle}>
      提示音{isSilent ? '关' : '开'}
    </Button>
  )
}
