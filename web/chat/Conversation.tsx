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
import { useCalled } from './useCalled.ts'
import { useChatPath } from './useChatPath.ts'
import {
  type ConversationOf,
  inOrder,
  type Message,
  useConversation,
  useFirstNew,
  useLead,
  useMarkRead,
} from './useConversation.ts'
import { useIsArchived } from './useIsArchived.ts'
import { useTyping } from './useLive.ts'
import { useSayings } from './useSayings.ts'

/** A conversation: its people, its messages and the message field. */
export function Conversation({ conversationSid }: { conversationSid: string }) {
  const t = useTexts('chat', texts)
  const phone = usePhone()
  const chatPath = useChatPath()
  const called = useCalled()
  const { conversation, opened, pages, refresh } = useConversation(conversationSid)
  const sayings = useSayings(conversationSid, refresh)
  const whyStopped = useWhyStopped()
  const [replyTo, setReplyTo] = useState<Message>()
  const messages = inOrder(pages.data ?? [])
  const firstNew = useFirstNew(opened, messages, pages)
  const lead = useLead(pages, messages)
  useMarkRead(conversationSid, messages.at(-1)?.seq ?? 0, opened && conversation.data)
  const refused = conversation.error ?? pages.error
  if (refused && isNotOpen(refused)) return <NotIn why={refused} />
  return (
    <section
      className={styles.conversation}
      data-unkept=""
      aria-label={conversation.data ? called(conversation.data) : t('conversation')}
    >
      <header className={styles.head}>
        {phone && (
          <ButtonLink kind="quiet" to={chatPath()} aria-label={t('back')}>
            <ChevronLeftIcon />
          </ButtonLink>
        )}
        {conversation.data ? <Head conversation={conversation.data} /> : <Skeleton width="160px" />}
        {conversation.data && (
          <ConversationMenu
            conversation={conversation.data}
            messages={messages}
            lead={lead}
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
              waiting={sayings.waiting}
              again={sayings.again}
              drop={sayings.drop}
              people={conversation.data?.people ?? []}
              conversationSid={conversationSid}
              canWrite={conversation.data?.stopped === null}
              mayPin={conversation.data?.mayPin === true}
              pinned={conversation.data?.pinned?.messageSid}
              firstNew={firstNew}
              more={pages.more}
              readingMore={pages.readingMore}
              refresh={refresh}
              reply={setReplyTo}
              lead={lead}
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
        endReply={() => setReplyTo(undefined)}
        say={(words) => {
          sayings.say({ ...words, ...(replyTo && { replyTo: replyTo.messageSid }) })
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
function NotIn({ why }: { why: ApiProblem }) {
  const t = useTexts('chat', texts)
  const chatPath = useChatPath()
  return (
    <section className={classes(styles.conversation, styles.nothing)} aria-label={t('conversation')}>
      <EmptyState title={t('notIn')} hint={why.code === 'not_found' ? t('notInHint') : problemText(why)}>
        <ButtonLink to={chatPath()}>{t('conversations')}</ButtonLink>
      </EmptyState>
    </section>
  )
}

function Head({ conversation }: { conversation: ConversationOf }) {
  const t = useTexts('chat', texts)
  const called = useCalled()
  const isArchived = useIsArchived()
  const present = conversation.people.filter(({ left }) => !left)
  return (
    <div className={styles.headText}>
      <h2>{called(conversation)}</h2>
      {conversation.type !== 'direct' && <p>{t('people', { count: present.length })}</p>}
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
  const writing = useTyping(conversationSid, newest)
  const names = people.filter(({ userId, left }) => !left && writing.includes(userId)).map(({ name }) => name)
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
