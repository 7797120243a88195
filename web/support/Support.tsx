import { useEffect, useRef, useState } from 'react'
import { isId } from '#shared/ids.ts'
import { minutesUnanswered } from '#shared/rules/support.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Failure } from '../kit/Failure.tsx'
import { HelpIcon } from '../kit/lateIcons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useSupport } from '../session/useSupport.ts'
import { Ask } from './Ask.tsx'
import { Said } from './Said.tsx'
import styles from './Support.module.css'
import texts from './texts.en.json'
import { useThread } from './useThread.ts'

type Props = { userId: string | undefined; pathname: string }

/** Support chat below the screen it is opened from. Shows a message when staff have answered. */
export function Support({ userId, pathname }: Props) {
  const t = useTexts('support', texts)
  const [opened, setOpened] = useState(false)
  const registrationId = pathname.split('/').find((part) => isId('registration', part))
  const help = useThread(userId, opened, registrationId)
  const { thread } = help
  const unread = thread ? thread.messages.filter((m) => m.seq > thread.readSeq && m.from === 'staff').length : 0
  useTold(opened ? 0 : unread, t('answered'), { label: t('look'), run: () => setOpened(true) })
  return (
    <div className={styles.foot}>
      <Button kind="quiet" icon={<HelpIcon size={20} />} onClick={() => setOpened(true)}>
        {t('help')}
        {unread > 0 && ' '}
        {unread > 0 && <span className={styles.unread}>{t('unread', { count: unread })}</span>}
      </Button>
      <Dialog opened={opened} close={() => setOpened(false)} title={t('title')}>
        {opened && <Talk help={help} isVisitor={userId === undefined} />}
      </Dialog>
    </div>
  )
}

/** Shows a message once for each answer that arrives while the chat is closed. */
function useTold(unread: number, text: string, action: { label: string; run: () => void }) {
  const before = useRef(unread)
  useEffect(() => {
    if (unread > before.current) showSnackbar({ text, action })
    before.current = unread
  })
}

type Help = ReturnType<typeof useThread>
function Talk({ help, isVisitor }: { help: Help; isVisitor: boolean }) {
  const t = useTexts('support', texts)
  const mailbox = useSupport()
  const { thread, error, markRead } = help
  const [last, readSeq] = [thread?.lastSeq ?? 0, thread?.readSeq ?? 0]
  const marked = useRef(0)
  useEffect(() => {
    if (last <= readSeq || last <= marked.current || document.visibilityState !== 'visible') return
    marked.current = last
    void markRead(last)
  }, [last, readSeq, markRead])
  return (
    <div className={styles.talk}>
      <p className={styles.hint}>{t(mailbox === undefined ? 'hintNoMailbox' : 'hint', { count: minutesUnanswered })}</p>
      {thread ? (
        <Said newest={thread} readBefore={help.readBefore} side="person" label={t('messages')} />
      ) : error ? (
        <Failure text={problemText(error)}>
          <Button onClick={() => void help.reread()}>{t('again')}</Button>
        </Failure>
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="96px" />
        </Skeletons>
      )}
      <Ask draft="support" asksEmail={isVisitor} label={t('question')} send={help.ask} />
    </div>
  )
}
