import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'

interface SessionPromptProps {
  readonly isOpen: boolean
  readonly onLogInAgain: () => Promise<void>
  readonly onStay: () => void
}

/** The one question after the session has ended (`console.md` section 8), over everything else. */
export function SessionPrompt({ isOpen, onLogInAgain, onStay }: SessionPromptProps) {
  const [isWorking, setIsWorking] = useState(false)
  const logInAgain = async () => {
    setIsWorking(true)
    await onLogInAgain()
  }
  return (
    <Modal
      title={
        <>
          <ExclamationCircleFilled className="warning-icon" /> 登录已失效
        </>
      }
      open={isOpen}
      width={440}
      zIndex={2000}
      closable={false}
      mask={{ closable: false }}
      onCancel={onStay}
      footer={[
        <Button key="stay" onClick={onStay} disabled={isWorking}>
          取消
        </Button>,
        <Button key="again" type="primary" loading={isWorking} onClick={() => void logInAgain()}>
          重新登录
        </Button>,
      ]}
    >
      你已被登出，可以取消继续留在该页面，或者重新登录
    </Modal>
  )
}
