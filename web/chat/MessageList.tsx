import { Fragment, useLayoutEffect, useRef, useState } from 'react'
import { useNow } from '../shell/useNow.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { fullDayText, readerZone } from '../kit/format.ts'
import { ChevronDownIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import { useUserId } from '../session/useUserId.ts'
import styles from './Chat.module.css'
import { MessageItem } from './MessageItem.tsx'
import type { QueuedMessage } from './messageQueue.ts'
import texts from './texts.en.json'
import { type ConversationOf, isWithinReach, type MessagePosition, type Message } from './useConversation.ts'
import { QueuedMessages } from './QueuedMessages.tsx'

type Props = {
  messages: readonly Message[]
  queued: readonly QueuedMessage[]
  resend: (messageSid: string) => void
  dropMessage: (messageSid: string) => void
  people: ConversationOf['people']
  conversationSid: string
  canWrite: boolean
  mayPin: boolean
  pinned: string | undefined
  /** The first message that was unread when the conversation was opened. */
  firstUnread: number | undefined
  more: (() => void) | undefined
  readingMore: boolean
  refresh: () => void
  reply: (message: Message) => void
  scrollTo: (to: MessagePosition) => void
}

/** The messages by day, newest at the bottom, followed by queued ones. */
export function MessageList(props: Props) {
  const { messages, queued, people, more, readingMore } = props
  const t = useTexts('chat', texts)
  const ownUserId = useUserId()
  const { box, isScrolledUp, updateScrolledUp, scrollToEnd } = useEndOfList(queued.length, props.firstUnread)
  const names = new Map(people.map(({ userId, name }) => [userId, nameText(name)]))
  const pictures = new Map(people.map(({ userId, avatarUrl }) => [userId, avatarUrl]))
  // Show a queued message once if the server already has it but its response is pending.
  const deliveredSids = new Set(messages.map(({ messageSid }) => messageSid))
  const days = byDay(messages)
  const now = useNow()
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
      <div
        ref={box}
        className={styles.scroll}
        tabIndex={0}
        role="log"
        aria-label={t('messages')}
        onScroll={updateScrolledUp}
      >
        <div className={styles.messages}>
          {more && (
            <Button kind="quiet" onClick={more} busy={readingMore}>
              {t('earlier')}
            </Button>
          )}
          {messages.length + queued.length === 0 && <EmptyState title={t('noMessages')} hint={t('noMessagesHint')} />}
          {days.map(({ day, list }) => (
            <section key={day} className={styles.day} aria-label={day}>
              <h3 className={styles.dayName}>{fullDayText(list[0]?.sentAt ?? now, readerZone(), now)}</h3>
              <ul>
                {list.map((message, i) => (
                  <Fragment key={message.messageSid}>
                    {message.seq === props.firstUnread && (
                      <li className={styles.newLine} data-new>
                        {t('newMessages')}
                      </li>
                    )}
                    <MessageItem
                      now={now}
                      message={message}
                      name={names.get(message.userId) || t('someone')}
                      names={names}
                      avatarUrl={pictures.get(message.userId)}
                      isOwn={message.userId === ownUserId}
                      isContinuation={list[i - 1]?.userId === message.userId && message.seq !== props.firstUnread}
                      canScrollToQuote={message.replyTo !== null && isWithinReach(message.replyTo, messages)}
                      conversationSid={props.conversationSid}
                      canWrite={props.canWrite}
                      mayPin={props.mayPin}
                      isPinned={message.messageSid === props.pinned}
                      refresh={props.refresh}
                      reply={props.reply}
                      scrollTo={props.scrollTo}
                    />
                  </Fragment>
                ))}
              </ul>
            </section>
          ))}
          <QueuedMessages
            queued={queued.filter(({ messageSid }) => !deliveredSids.has(messageSid))}
            resend={props.resend}
            dropMessage={props.dropMessage}
          />
        </div>
      </div>
      {isScrolledUp && (
        <div className={styles.toFoot}>
          <IconButton
            label={t('toNewest')}
            onClick={() => {
              // The button disappears after scrolling, so move focus away first.
              box.current?.focus({ preventScroll: true })
              scrollToEnd()
            }}
          >
            <ChevronDownIcon size={20} />
          </IconButton>
        </div>
      )}
    </>
  )
}

function byDay(messages: readonly Message[]) {
  const days: { day: string; list: Message[] }[] = []
  for (const message of messages) {
    const day = new Date(message.sentAt).toLocaleDateString('en-CA')
    const lastDay = days.at(-1)
    if (lastDay?.day === day) lastDay.list.push(message)
    else days.push({ day, list: [message] })
  }
  return days
}

/**
 * The box uses reversed scrolling: it starts at the bottom and stays there, even while pictures load or earlier messages are
 * added. If there are unread messages, it scrolls to the first of them, unless the user has scrolled already. After scrolling up,
 * it returns to the bottom when the user sends a message or presses the button.
 */
function useEndOfList(waiting: number, firstUnread: number | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrolledUp, setScrolledUp] = useState(false)
  function scrollToEnd() {
    if (box.current) box.current.scrollTop = 0
  }
  useLayoutEffect(() => {
    const newLine = box.current?.querySelector('[data-new]')
    if (firstUnread === undefined || !newLine || !box.current || box.current.scrollTop !== 0) return
    box.current.scrollTop += newLine.getBoundingClientRect().top - box.current.getBoundingClientRect().top
  }, [firstUnread])
  useLayoutEffect(() => {
    if (waiting > 0 && box.current) box.current.scrollTop = 0
  }, [waiting])
  return { box, isScrolledUp, updateScrolledUp: () => setScrolledUp(isFarUp(box.current)), scrollToEnd }
}
/** Scrolled up by more than the box's own height. */
const isFarUp = (box: HTMLElement | null) => box !== null && box.scrollTop < -box.clientHeight
