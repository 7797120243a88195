import { memo, Suspense, useRef, useState } from 'react'
import { mayStillChange, type Reaction, reactions } from '#shared/rules/chat.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { classes } from '../kit/classes.ts'
import { readerZone, timeText } from '../kit/format.ts'
import { Menu } from '../kit/Menu.tsx'
import { LazyPart } from '../kit/LazyPart.tsx'
import styles from './Chat.module.css'
import { EditMessage } from './EditMessage.tsx'
import { lazyParts } from './lazyParts.tsx'
import { LinkedText } from './LinkedText.tsx'
import { usePin } from './Pinned.tsx'
import { Poll } from './Poll.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import texts from './texts.en.json'
import type { MessagePosition, Message } from './useConversation.ts'
import { useUnsend } from './useUnsend.ts'

const emoji: Record<Reaction, string> = {
  like: '👍',
  love: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  thanks: '🙏',
}

type Props = {
  now: string
  message: Message
  name: string
  names: ReadonlyMap<string, string>
  avatarUrl: string | null | undefined
  isOwn: boolean
  /** The previous message is by the same author. */
  isContinuation: boolean
  /** The quoted message is loaded, or close enough to load. */
  canScrollToQuote: boolean
  conversationSid: string
  canWrite: boolean
  mayPin: boolean
  isPinned: boolean
  refresh: () => void
  reply: (message: Message) => void
  scrollTo: (to: MessagePosition) => void
}

/** A message with its author, time and reactions. */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, name, names, isOwn, isContinuation, canWrite } = props
  const t = useTexts('chat', texts)
  const [editing, setEditing] = useState(false)
  const [reporting, setReporting] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const { deletedAt, editedAt, sentAt, text, replyTo, messageSid } = message
  const { react, remove, pin, vote } = useMessageActions(props)
  const isOpen = canWrite && deletedAt === null
  const canChange = isOpen && isOwn && mayStillChange(sentAt, props.now)
  const tooLate = t('onlyFor15Minutes')
  // Also in closed conversations: the club's administrators have to learn of it.
  const mayReport = !isOwn && deletedAt === null
  return (
    <li ref={item} className={classes(styles.message, isOwn && styles.mine)} id={messageSid} tabIndex={-1}>
      {!isOwn &&
        (isContinuation ? (
          <span className={styles.space} />
        ) : (
          <Avatar name={name} id={message.userId} url={props.avatarUrl} size="small" />
        ))}
      <div className={styles.bubble}>
        {!isOwn && !isContinuation && <p className={styles.author}>{name}</p>}
        {isOwn && <span className="visually-hidden">{t('you')}: </span>}
        {replyTo && (
          <Quote
            name={names.get(replyTo.userId) || t('someone')}
            text={replyTo.text || t('takenBack')}
            scrollTo={props.canScrollToQuote ? () => props.scrollTo(replyTo) : undefined}
          />
        )}
        {editing ? (
          <EditMessage
            {...props}
            done={() => {
              setEditing(false)
              // The pressed button is gone: keep keyboard focus on the message, unless the user has moved it elsewhere.
              if (item.current?.contains(document.activeElement)) item.current.focus({ preventScroll: true })
            }}
          />
        ) : (
          <p className={classes(styles.text, deletedAt !== null && styles.gone)} dir="auto">
            {deletedAt === null ? (
              <LinkedText text={text} names={message.mentions.flatMap((userId) => names.get(userId) ?? [])} />
            ) : (
              t(message.hidden ? 'hiddenByClub' : 'takenBack')
            )}
          </p>
        )}
        <MessageFiles files={message.files} />
        {message.event && (
          <Suspense fallback={<p>{message.event.name}</p>}>
            <lazyParts.SentEvent event={message.event} />
          </Suspense>
        )}
        {message.poll && <Poll poll={message.poll} names={names} isOpen={isOpen} vote={vote} onVoted={props.refresh} />}
        <p className={styles.meta}>
          {timeText(sentAt, readerZone())}
          {editedAt && deletedAt === null && ` · ${t('edited')}`}
        </p>
        <Reactions reactions={message.reactions} isOpen={isOpen} react={react} />
      </div>
      <Menu
        about={t('messageOf', { name: isOwn ? t('you') : name })}
        items={[
          ...(isOpen
            ? [
                ...reactions.map((reaction) => ({
                  label: t(reaction),
                  icon: <span aria-hidden="true">{emoji[reaction]}</span>,
                  run: () => react(reaction),
                })),
                { label: t('reply'), run: () => props.reply(message) },
                props.mayPin && {
                  label: t(props.isPinned ? 'unpin' : 'pin'),
                  run: () => pin(props.isPinned ? null : messageSid),
                },
                isOwn && {
                  label: t('edit'),
                  run: () => setEditing(true),
                  disabledReason: canChange ? undefined : tooLate,
                },
                isOwn && {
                  label: t('takeBack'),
                  danger: true,
                  run: remove,
                  disabledReason: canChange ? undefined : tooLate,
                },
              ]
            : []),
          mayReport && { label: t('report'), danger: true, run: () => setReporting(true) },
        ]}
      />
      <LazyPart isNeeded={reporting} onFailed={() => setReporting(false)} fallback={null}>
        {reporting && (
          <lazyParts.Report
            conversationSid={props.conversationSid}
            messageSid={messageSid}
            text={text}
            close={() => setReporting(false)}
          />
        )}
      </LazyPart>
    </li>
  )
})

type ReactionsProps = {
  reactions: Message['reactions']
  isOpen: boolean
  react: (reaction: Reaction | 'none') => void
}
/** The reactions; pressing one adds or removes the user's own. */
function Reactions({ reactions, isOpen, react }: ReactionsProps) {
  const t = useTexts('chat', texts)
  if (reactions.length === 0) return null
  return (
    <ul className={styles.reactions} aria-label={t('reactions')}>
      {reactions.map(({ reaction, count, mine }) => (
        <li key={reaction}>
          <button
            type="button"
            aria-pressed={mine}
            aria-label={t('reacted', { reaction: t(reaction), count })}
            aria-disabled={!isOpen || undefined}
            onClick={() => isOpen && react(mine ? 'none' : reaction)}
          >
            {emoji[reaction]} {count}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The quoted message; pressing it scrolls there. */
function Quote({ name, text, scrollTo }: { name: string; text: string; scrollTo: (() => void) | undefined }) {
  const quoteContent = (
    <>
      <strong>{name}</strong> {text}
    </>
  )
  return scrollTo ? (
    <button type="button" className={styles.quote} dir="auto" onClick={scrollTo}>
      {quoteContent}
    </button>
  ) : (
    <p className={styles.quote} dir="auto">
      {quoteContent}
    </p>
  )
}

function useMessageActions({ conversationSid, message, refresh }: Props) {
  const { messageSid } = message
  const id = { conversationSid, messageSid }
  const unsend = useUnsend(conversationSid, message)
  const pinMessage = usePin()
  // callApi shows any error.
  const refreshAfter = (work: Promise<unknown>) => void work.then(refresh, refresh)
  return {
    vote: (options: number[]) =>
      callApi('PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote', {
        ...id,
        body: { options },
      }),
    pin: (pinned: string | null) => pinMessage(conversationSid, pinned),
    react: (reaction: Reaction | 'none') =>
      refreshAfter(
        callApi('GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}', { ...id, reaction }),
      ),
    remove: () => void unsend(),
  }
}
