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
import { useSupportEmail } from '../session/useSupportEmail.ts'
import { MessageForm } from './MessageForm.tsx'
import { MessageLog } from './MessageLog.tsx'
import styles from './Support.module.css'
import texts from './texts.en.json'
import { useThread } from './useThread.ts'

type Props = { userId: string | undefined; pathname: string }

/** Support chat below the screen it is opened from. Shows a message when staff have answered. */
export function SupportChat({ userId, pathname }: Props) {
  const t = useTexts('support', texts)
  const [opened, setOpened] = useState(false)
  const registrationId = pathname.split('/').find((part) => isId('registration', part))
  const conversation = useThread(userId, opened, registrationId)
  const { thread } = conversation
  const unread = thread ? thread.messages.filter((m) => m.seq > thread.readSeq && m.from === 'staff').length : 0
  useAnswerNotice(opened ? 0 : unread, t('answered'), { label: t('look'), run: () => setOpened(true) })
  return (
    <div className={styles.foot}>
      <Button kind="quiet" icon={<HelpIcon size={20} />} onClick={() => setOpened(true)}>
        {t('help')}
        {unread > 0 && ' '}
        {unread > 0 && <span className={styles.unread}>{t('unread', { count: unread })}</span>}
      </Button>
      <Dialog opened={opened} close={() => setOpened(false)} title={t('title')}>
        {opened && <ConversationView conversation={conversation} isVisitor={userId === undefined} />}
      </Dialog>
    </div>
  )
}

/** Shows a message once for each answer that arrives while the chat is closed. */
function useAnswerNotice(unread: number, text: string, action: { label: string; run: () => void }) {
  const previousUnread = useRef(unread)
  useEffect(() => {
    if (unread > previousUnread.current) showSnackbar({ text, action })
    previousUnread.current = unread
  })
}

type Conversation = ReturnType<typeof useThread>
function ConversationView({ conversation, isVisitor }: { conversation: Conversation; isVisitor: boolean }) {
  const t = useTexts('support', texts)
  const supportEmail = useSupportEmail()
  const { thread, error, markRead } = conversation
  const [lastSeq, readSeq] = [thread?.lastSeq ?? 0, thread?.readSeq ?? 0]
  const markedSeq = useRef(0)
  useEffect(() => {
    if (lastSeq <= readSeq || lastSeq <= markedSeq.current || document.visibilityState !== 'visible') return
    markedSeq.current = lastSeq
    void markRead(lastSeq)
  }, [lastSeq, readSeq, markRead])
  return (
    <div className={styles.talk}>
      <p className={styles.hint}>
        {t(supportEmail === undefined ? 'hintNoMailbox' : 'hint', { count: minutesUnanswered })}
      </p>
      {thread ? (
        <MessageLog newest={thread} readBefore={conversation.readBefore} side="person" label={t('messages')} />
      ) : error ? (
        <Failure text={problemText(error)}>
          <Button onClick={() => void conversation.refetch()}>{t('again')}</Button>
        </Failure>
      ) : (
        <Skeletons label={t('loading')}>
          <Skeleton height="96px" />
        </Skeletons>
      )}
      <MessageForm draft="support" asksEmail={isVisitor} label={t('question')} send={conversation.sendMessage} />
    </div>
  )
}
