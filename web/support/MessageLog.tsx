import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { Failure } from '../kit/Failure.tsx'
import { dateTimeText, readerZone } from '../kit/format.ts'
import styles from './Support.module.css'
import texts from './texts.en.json'
import { type Messages, useEarlierMessages } from './useEarlierMessages.ts'

type Props = {
  newest: Messages
  /** Reads the messages before a sequence number. */
  readBefore: (seq: number) => Promise<Messages>
  /** The reader's side: their own messages are at the right. */
  side: 'person' | 'staff'
  label: string
}

/** The messages, newest at the bottom and scrolled into view; earlier ones are loaded on demand. */
export function MessageLog({ newest, readBefore, side, label }: Props) {
  const t = useTexts('support', texts)
  const { messages, earlier, load, loading: loadingState } = useEarlierMessages(newest, readBefore)
  const lastMessage = useRef<HTMLLIElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const lastSeq = messages.at(-1)?.seq
  useEffect(() => {
    if (lastSeq !== undefined) lastMessage.current?.scrollIntoView?.({ block: 'nearest' })
  }, [lastSeq])
  // Keeps the scroll position when messages are added above: browsers do that only if the list is not scrolled to the top.
  const distanceFromBottom = useRef(0)
  useLayoutEffect(() => {
    const { current } = log
    if (current && distanceFromBottom.current > 0) {
      current.scrollTop = current.scrollHeight - distanceFromBottom.current
      current.focus({ preventScroll: true })
    }
    distanceFromBottom.current = 0
  })
  async function loadEarlier() {
    await load(() => {
      distanceFromBottom.current = log.current ? log.current.scrollHeight - log.current.scrollTop : 0
    })
  }
  return (
    // Rendered while empty too, so that screen readers announce the first message; focusable only once it has messages.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable regions must be reachable by keyboard
    <div ref={log} role="log" aria-label={label} tabIndex={messages.length > 0 ? 0 : undefined} className={styles.log}>
      {loadingState === 'failed' && <Failure text={t('earlierFailed')} />}
      {earlier && (
        <Button kind="quiet" wide busy={loadingState === 'yes'} onClick={() => void loadEarlier()}>
          {t('earlier')}
        </Button>
      )}
      <ul className={styles.said}>
        {messages.map(({ messageId, from, text, sentAt, seq }) => (
          <li
            key={messageId}
            ref={seq === lastSeq ? lastMessage : undefined}
            className={classes(styles.message, from === side && styles.mine)}
          >
            <p className={styles.who}>
              {t(from === side ? 'you' : from === 'staff' ? 'team' : 'they')} · {dateTimeText(sentAt, readerZone())}
            </p>
            <p className={styles.text} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
