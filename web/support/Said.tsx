import { useEffect, useRef } from 'react'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import styles from './Support.module.css'
import texts from './texts.en.json'

type Props = {
  messages: AnswerOf<'GET /rest-api/support'>['messages']
  /** On whose side one is: one's own words stand at the right. */
  side: 'person' | 'staff'
  label: string
}

/** What was asked and answered, the newest at the foot and in sight. */
export function Said({ messages, side, label }: Props) {
  const t = useTexts('support', texts)
  const foot = useRef<HTMLLIElement>(null)
  const last = messages.at(-1)?.seq
  useEffect(() => {
    if (last !== undefined) foot.current?.scrollIntoView?.({ block: 'nearest' })
  }, [last])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
    <div role="log" aria-label={label} tabIndex={0} className={styles.log}>
      <ul className={styles.said}>
        {messages.map(({ messageId, from, text, sentAt, seq }) => (
          <li
            key={messageId}
            ref={seq === last ? foot : undefined}
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
