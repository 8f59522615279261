import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { ComputerProvider, usePreferences, type StartedComputer } from '../bridge/computer.tsx'
import { createQueryClient } from '../bridge/queryClient.ts'
import { ToastProvider, useToasts } from '../bridge/toasts.tsx'
import { QuestionProvider } from '../ui/question.tsx'
import { fontPixels, themeOf } from './theme.ts'

dayjs.locale('zh-cn')

/** The context providers that all screens rely on. */
export function Providers({ computer, children }: { readonly computer: StartedComputer; readonly children: ReactNode }) {
  return (
    <ComputerProvider computer={computer}>
      <Look>
        <ToastProvider>
          <QuestionProvider>
            <Answers>{children}</Answers>
          </QuestionProvider>
        </ToastProvider>
      </Look>
    </ComputerProvider>
  )
}

function Look({ children }: { readonly children: ReactNode }) {
  const [{ fontSize }] = usePreferences()
  useLayoutEffect(() => {
    // The style sheets use rem units.
    document.documentElement.style.fontSize = `${fontPixels(fontSize)}px`
  }, [fontSize])
  return (
    <ConfigProvider locale={zhCN} theme={themeOf(fontSize)} button={{ autoInsertSpace: false }} form={{ scrollToFirstError: { focus: true } }}>
      {children}
    </ConfigProvider>
  )
}

function Answers({ children }: { readonly children: ReactNode }) {
  const toasts = useToasts()
  const [client] = useState(() => createQueryClient(toasts.error))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
