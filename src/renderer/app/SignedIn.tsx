import { Activity, lazy, useContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { ExclamationCircleFilled, LockOutlined } from '@ant-design/icons'
import { Button, Modal, Form, Input } from 'antd'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { LastLogin } from '#shared/features/account/sessions.ts'
import { Act } from '../app-context/Act.tsx'
import { usePreferences } from '../bridge/computer.tsx'
import { isRefusedFor, isLoggedOut, sentenceOf } from '../bridge/failure.ts'
import { useToasts } from '../bridge/toasts.tsx'
import { SignedOutContext } from '../bridge/signedOut.ts'
import { useEndpoint } from '../bridge/useEndpoint.ts'
import { CurrentUserContext } from '../app-context/currentUser.ts'
import { ForcedPasswordChange } from '../features/account/ForcedPasswordChange.tsx'
import { BackUpProvider } from '../features/backup/parts/BackUpProvider.tsx'
import { FailureState } from '../ui/FailureState.tsx'
import { VisiblePaths } from '../app-context/feature.ts'
import { QuestionProvider } from '../ui/question.tsx'
import { CoverScreen } from './cover/CoverScreen.tsx'
import { useCover } from './cover/useCover.ts'
import { Banners } from './frame/Banners.tsx'
import { Frame } from './frame/Frame.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { routesFor } from './routes.ts'
import { useRoleChange } from './useRoleChange.ts'
import { onFailure } from '../bridge/bridge.ts'
import { useEvent } from '../bridge/useEvent.ts'
import { accountMessages as say, passwordLength } from '#shared/features/account/rules.ts'
import { useCommand } from '../bridge/useCommand.ts'

const OlderDatabase = lazy(async () => ({ default: (await import('./OlderDatabase.tsx')).OlderDatabase }))

interface SignedInProps {
  readonly canKeepSession: boolean
  /** The account's last use before this login; null if the login is not recent or is the account's first. */
  readonly lastLogin: LastLogin | null
  /** Ends the session and goes to the login, which returns here afterwards. */
  readonly onLeave: () => Promise<void>
}

/** Everything behind the login: loads the user, then shows the frame. */
export function SignedIn({ canKeepSession, lastLogin, onLeave }: SignedInProps) {
  const user = useEndpoint('account.current', { query: {} }, { staleTime: Number.POSITIVE_INFINITY })
  const { isAsking, isSignedOut, end, stay } = useSessionEnd()
  const roles = user.data?.roles
  const roleChange = useRoleChange(roles, () => void user.refetch({ cancelRefetch: false }))
  const currentUser = user.data ? { ...user.data, lastLogin } : null
  const visiblePaths = new Set(routesFor(roles ?? []).map(({ path }) => path))

  // The server rejected the session before anything was rendered: go straight to the login.
  const failure = user.error?.failure
  const isCoveredAtStart = user.data === undefined && isRefusedFor(failure, 'account.covered')
  const isRefused = user.data === undefined && failure?.kind === 'refused' && !isCoveredAtStart && !isOlder(failure)
  useLeaveWhen(isRefused, user.error, onLeave)

  const unsaved = useRef(false)
  const noteUnsaved = (holdsUnsaved: boolean) => {
    unsaved.current = holdsUnsaved
  }
  const idleMinutes = user.data && !user.data.mustChangePassword ? user.data.coverMinutes : null
  const { covered, cover, uncover } = useCover({ idleMinutes, holdsUnsaved: () => unsaved.current })
  const uncovered = () => {
    uncover()
    void user.refetch()
  }
  const coverScreen =
    isCoveredAtStart || covered ? (
      <CoverScreen user={user.data ?? null} holdsUnsaved={covered?.holdsUnsaved ?? false} onUncovered={uncovered} onSessionOver={end} onLeave={onLeave} />
    ) : null
  const sessionPrompt = <SessionPrompt isOpen={isAsking} onLogInAgain={onLeave} onStay={stay} />

  if (isCoveredAtStart)
    return (
      <>
        {coverScreen}
        {sessionPrompt}
      </>
    )
  const asked = askedFirst(user, onLeave)
  if (asked)
    return (
      <div className="public-layout">
        <Banners canKeepSession />
        <main className="public-layout-main">{asked}</main>
        <ConfirmationPrompt />
        {sessionPrompt}
      </div>
    )
  if (user.data === undefined) {
    if (!user.error || isRefused) return <LoadingScreen />
    return (
      <div className="outside-frame">
        <Banners canKeepSession />
        <FailureState sentence={user.error.message} onRetry={() => void user.refetch()} />
      </div>
    )
  }
  return (
    <CurrentUserContext value={currentUser}>
      <VisiblePaths value={visiblePaths}>
        {/* Behind the cover everything stays as it is, and neither asks the server nor hears a key. */}
        <Activity mode={covered ? 'hidden' : 'visible'}>
          <QuestionProvider>
            <BackUpProvider>
              <SignedOutContext value={isSignedOut}>
                <Frame
                  canKeepSession={canKeepSession}
                  isAskingToLogIn={isAsking}
                  roleChange={roleChange}
                  onLock={cover}
                  onUnsaved={noteUnsaved}
                  onLeave={onLeave}
                />
              </SignedOutContext>
            </BackUpProvider>
            <ConfirmationPrompt />
          </QuestionProvider>
        </Activity>
      </VisiblePaths>
      {coverScreen}
      {sessionPrompt}
    </CurrentUserContext>
  )
}

const isOlder = (failure: Failure | undefined) => isRefusedFor(failure, 'audit.databaseOlder')

/** A screen that must be completed before any page is shown; null if none. */
function askedFirst({ data, error }: Pick<ReturnType<typeof useEndpoint<'account.current'>>, 'data' | 'error'>, onLeave: () => Promise<void>): ReactNode {
  if (error && isOlder(error.failure)) return <OlderDatabase sentence={error.message} onLeave={onLeave} />
  return data?.mustChangePassword === true ? <ForcedPasswordChange onLeave={() => void onLeave()} /> : null
}

/** Goes to the login and shows the reason here, since the login page does not. */
function useLeaveWhen(isRefused: boolean, error: unknown, onLeave: () => Promise<void>): void {
  const toasts = useToasts()
  const leave = useEffectEvent(() => {
    toasts.error(error)
    void onLeave()
  })
  useEffect(() => {
    if (isRefused) leave()
  }, [isRefused])
}

/**
 * Session state: `on`, `asking` for a new login, `stayed` after 取消.
 *
 * Asks only once, however many calls report the end. After 取消, automatic requests do not ask again; user actions do.
 */
function useSessionEnd() {
  const [state, setState] = useState<'on' | 'asking' | 'stayed'>('on')
  const stayedAt = useRef(Number.NEGATIVE_INFINITY)
  const heard = useEffectEvent((isAct: boolean, askedAt: number) => {
    if (state === 'on' || (isAct && askedAt > stayedAt.current)) setState('asking')
  })
  useEvent('session.ended', () => heard(false, performance.now()))
  useEffect(
    () =>
      onFailure(({ failure, isAct, askedAt }) => {
        if (isLoggedOut(failure)) heard(isAct, askedAt)
      }),
    [],
  )
  const stay = () => {
    stayedAt.current = performance.now()
    setState('stayed')
  }
  return { isAsking: state === 'asking', isSignedOut: state !== 'on', end: () => setState('asking'), stay }
}

interface SessionPromptProps {
  readonly isOpen: boolean
  readonly onLogInAgain: () => Promise<void>
  readonly onStay: () => void
}

/** The prompt after the session has ended (`console.md` section 8), on top of everything. */
function SessionPrompt({ isOpen, onLogInAgain, onStay }: SessionPromptProps) {
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
        <Act key="again" text="重新登录" type="primary" loading={isWorking} onClick={() => void logInAgain()} />,
      ]}
    >
      你已被登出，可以取消继续留在该页面，或者重新登录
    </Modal>
  )
}

/** Asks for the password again, on top of everything, while calls wait for it; 取消 fails them. One instance for the whole program. */
function ConfirmationPrompt() {
  const [isOpen, setIsOpen] = useState(false)
  useEvent('session.confirmationAsked', () => setIsOpen(true))
  useEvent('session.ended', () => setIsOpen(false))
  const decline = useCommand('session.declineConfirmation')
  const cancel = () => {
    setIsOpen(false)
    void decline.run(null)
  }
  return (
    <Modal
      title={
        <>
          <LockOutlined aria-hidden /> 请再次输入密码
        </>
      }
      open={isOpen}
      width={440}
      zIndex={1900}
      closable={false}
      mask={{ closable: false }}
      onCancel={cancel}
      footer={null}
      destroyOnHidden
      className="confirmation-prompt"
    >
      <PasswordForm onDone={() => setIsOpen(false)} onCancel={cancel} />
    </Modal>
  )
}

function PasswordForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const [{ lastUsername }] = usePreferences()
  const username = useContext(CurrentUserContext)?.username ?? lastUsername
  const [form] = Form.useForm<{ password: string }>()
  const confirm = useCommand('session.confirm', { errors: 'caller' })
  const submit = async ({ password }: { password: string }) => {
    const sent = await confirm.run({ password })
    if (sent.ok) onDone()
    else if (sent.failure) {
      form.setFields([{ name: 'password', errors: [sentenceOf(sent.failure)] }])
      form.focusField('password')
    }
  }
  return (
    <Form form={form} layout="vertical" initialValues={{ password: '' }} onFinish={(values) => void submit(values)}>
      <p>这项操作需要确认是本人。输入密码后 5 分钟内不再询问。</p>
      {/* So that a keychain knows whose password it is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <Form.Item name="password" label={`账号 ${username} 的密码`} rules={[{ required: true, message: say.passwordMissing }]} validateTrigger="onSubmit">
        <Input.Password autoFocus autoComplete="current-password" maxLength={passwordLength.max} />
      </Form.Item>
      <div className="confirmation-actions">
        <Button onClick={onCancel} disabled={confirm.isRunning}>
          取消
        </Button>
        <Act text="确定" type="primary" htmlType="submit" loading={confirm.isRunning} />
      </div>
    </Form>
  )
}
