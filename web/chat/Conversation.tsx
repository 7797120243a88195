import { useState } from 'react'
import type { ApiProblem } from '../api.ts'
import { nameText, problemText, useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { dayText, readerZone } from '../kit/format.ts'
import { ChevronLeftIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { classes } from '../kit/classes.ts'
import { EmptyState } from '../kit/States.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Chat.module.css'
import { Composer } from './Composer.tsx'
import { ConversationMenu } from './ConversationMenu.tsx'
import { MessageList } from './MessageList.tsx'
import { Pinned } from './Pinned.tsx'
import texts from './texts.en.json'
import { useConversationTitle } from './useConversationTitle.ts'
import { useChatPath } from './useChatPath.ts'
import {
  type ConversationOf,
  toOrdered,
  type Message,
  useConversation,
  useFirstUnread,
  useScrollToMessage,
  useMarkRead,
} from './useConversation.ts'
import { useIsArchived } from './useIsArchived.ts'
import { useTyping } from './useLive.ts'
import { useQueuedMessages } from './useQueuedMessages.ts'

/** A conversation: its people, its messages and the message field. */
export function Conversation({ conversationSid }: { conversationSid: string }) {
  const t = useTexts('chat', texts)
  const phone = usePhone()
  const chatPath = useChatPath()
  const titleOf = useConversationTitle()
  const { conversation, opened, pages, refresh } = useConversation(conversationSid)
  const queue = useQueuedMessages(conversationSid, refresh)
  const whyStopped = useWhyStopped()
  const [replyTo, setReplyTo] = useState<Message>()
  const messages = toOrdered(pages.data ?? [])
  const firstNew = useFirstUnread(opened, messages, pages)
  const scrollTo = useScrollToMessage(pages, messages)
  useMarkRead(conversationSid, messages.at(-1)?.seq ?? 0, opened && conversation.data)
  const problem = conversation.error ?? pages.error
  if (problem && isNotOpen(problem)) return <NotMember problem={problem} />
  return (
    <section
      className={styles.conversation}
      data-unkept=""
      aria-label={conversation.data ? titleOf(conversation.data) : t('conversation')}
    >
      <header className={styles.head}>
        {phone && (
          <ButtonLink kind="quiet" to={chatPath()} aria-label={t('back')}>
            <ChevronLeftIcon />
          </ButtonLink>
        )}
        {conversation.data ? <ConversationHead conversation={conversation.data} /> : <Skeleton width="160px" />}
        {conversation.data && (
          <ConversationMenu
            conversation={conversation.data}
            messages={messages}
            scrollTo={scrollTo}
            stopped={whyStopped(conversation.data)}
          />
        )}
      </header>
      {conversation.data?.pinned ? (
        <Pinned pinned={conversation.data.pinned} conversation={conversation.data} />
      ) : (
        <span />
      )}
      <div className={styles.body}>
        <Loaded read={pages} skeleton={<MessagesSkeleton label={t('loadingMessages')} />} failed={t('messagesFailed')}>
          {() => (
            <MessageList
              messages={messages}
              queued={queue.queued}
              resend={queue.resend}
              dropMessage={queue.dropMessage}
              people={conversation.data?.people ?? []}
              conversationSid={conversationSid}
              canWrite={conversation.data?.stopped === null}
              mayPin={conversation.data?.mayPin === true}
              pinned={conversation.data?.pinned?.messageSid}
              firstUnread={firstNew}
              more={pages.more}
              readingMore={pages.readingMore}
              refresh={refresh}
              reply={setReplyTo}
              scrollTo={scrollTo}
            />
          )}
        </Loaded>
      </div>
      {conversation.data && <Typing conversation={conversation.data} newest={messages.at(-1)} />}
      <Composer
        conversationSid={conversationSid}
        stopped={whyStopped(conversation.data)}
        replyTo={replyTo}
        people={conversation.data?.people ?? []}
        cancelReply={() => setReplyTo(undefined)}
        sendMessage={(words) => {
          queue.send({ ...words, ...(replyTo && { replyTo: replyTo.messageSid }) })
          setReplyTo(undefined)
        }}
      />
    </section>
  )
}

/** Why nobody can write in a conversation; undefined if they can, or if that is not known yet. */
function useWhyStopped() {
  const t = useTexts('chat', texts)
  return ({ stopped, friendlyName = '' }: Partial<ConversationOf> = {}): string | undefined => {
    if (!stopped) return undefined
    return stopped === 'chat_alone' && friendlyName !== ''
      ? t('aloneWithout', { name: nameText(friendlyName) })
      : t(stopped)
  }
}

/** Also applies with cached data: someone who was blocked or removed meanwhile must not read or write there any more. */
const isNotOpen = ({ status, code }: ApiProblem) => status === 403 || status === 404 || code === 'chat_blocked'

/** Shown to those who are not, or no longer, in the conversation: retrying would not help. */
function NotMember({ problem }: { problem: ApiProblem }) {
  const t = useTexts('chat', texts)
  const chatPath = useChatPath()
  return (
    <section className={classes(styles.conversation, styles.nothing)} aria-label={t('conversation')}>
      <EmptyState title={t('notIn')} hint={problem.code === 'not_found' ? t('notInHint') : problemText(problem)}>
        <ButtonLink to={chatPath()}>{t('conversations')}</ButtonLink>
      </EmptyState>
    </section>
  )
}

function ConversationHead({ conversation }: { conversation: ConversationOf }) {
  const t = useTexts('chat', texts)
  const titleOf = useConversationTitle()
  const isArchived = useIsArchived()
  const members = conversation.people.filter(({ left }) => !left)
  return (
    <div className={styles.headText}>
      <h2>{titleOf(conversation)}</h2>
      {conversation.type !== 'direct' && <p>{t('people', { count: members.length })}</p>}
      {isArchived(conversation) && <p>{t('archivedHint')}</p>}
      {conversation.readAlong && <p>{t('readAlong')}</p>}
      {conversation.looks.map(({ name, reason, begunAt }) => (
        <p key={begunAt}>
          {t('lookedAt', { name: nameText(name) || t('someone'), day: dayText(begunAt, readerZone()), reason })}
        </p>
      ))}
    </div>
  )
}

type TypingProps = { conversation: ConversationOf; newest: Message | undefined }
function Typing({ conversation: { conversationSid, people }, newest }: TypingProps) {
  const t = useTexts('chat', texts)
  const typingIds = useTyping(conversationSid, newest)
  const names = people.filter(({ userId, left }) => !left && typingIds.includes(userId)).map(({ name }) => name)
  return (
    <p className={styles.typing} role="status">
      {names.length > 0 && t('typing', { names: names.join(', '), count: names.length })}
    </p>
  )
}

const MessagesSkeleton = ({ label }: { label: string }) => (
  <div className={styles.messages}>
    <Skeletons label={label}>
      <Skeleton width="60%" height="52px" />
      <Skeleton width="40%" height="36px" />
      <Skeleton width="70%" height="68px" />
    </Skeletons>
  </div>
)
