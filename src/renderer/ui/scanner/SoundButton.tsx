import { MutedOutlined, SoundOutlined } from '@ant-design/icons'
import { Button } from 'antd'

/** Toggles the desk's sounds; saved on this computer. */
export function SoundButton({ isSilent, onToggle }: { readonly isSilent: boolean; readonly onToggle: () => void }) {
  const word = `提示音${isSilent ? '关' : '开'}`
  return (
    <Button
      icon={isSilent ? <MutedOutlined /> : <SoundOutlined />}
      aria-label={word}
      aria-pressed={!isSilent}
      title={`${word}：提交成功和被拒绝时的提示音`}
      onClick={onToggle}
    >
      <span className="spare-word">{word}</span>
    </Button>
  )
}
