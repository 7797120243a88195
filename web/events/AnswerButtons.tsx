import { useEffect, useRef } from 'react'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { CheckIcon, CloseIcon } from '../kit/icons.tsx'
import styles from './EventCard.module.css'
import texts from './texts.en.json'

type Props = { label: string; status: InviteStatus; onAnswer: (status: InviteStatus) => void }

/**
 * For this long, in milliseconds, a second tap neither undoes the first nor takes back an answer that has just appeared:
 * accidental double taps mean one answer.
 */
const doubleTapTime = 600

/** Yes and No buttons. The chosen one is marked, and pressing it again takes the answer back; the other changes it in one tap. */
export function AnswerButtons({ label, status, onAnswer }: Props) {
  const t = useTexts('events', texts)
  const isYes = status === 'Accepted'
  const isNo = status === 'Declined'
  const shownSince = useRef({ status, since: -doubleTapTime })
  const lastTap = useRef({ button: status, next: status, at: -doubleTapTime })
  useEffect(() => {
    if (shownSince.current.status !== status) shownSince.current = { status, since: performance.now() }
  }, [status])
  function tap(button: 'Accepted' | 'Declined') {
    const now = performance.now()
    const next = status === button ? 'Pending' : button
    const previousTap = lastTap.current
    const isDoubleTap =
      previousTap.button === button && previousTap.next !== next && now - previousTap.at < doubleTapTime
    const isJustShown = next === 'Pending' && now - shownSince.current.since < doubleTapTime
    if (isDoubleTap || isJustShown) return
    lastTap.current = { button, next, at: now }
    onAnswer(next)
  }
  return (
    <div className={styles.answers} role="group" aria-label={label}>
      <Button
        kind={isYes ? 'success' : 'plain'}
        icon={isYes && <CheckIcon size={20} />}
        aria-pressed={isYes}
        title={isYes ? t('changeResponse') : undefined}
        onClick={() => tap('Accepted')}
      >
        {isYes ? t('yesGoing') : t('yes')}
      </Button>
      <Button
        kind={isNo ? 'danger' : 'plain'}
        icon={isNo && <CloseIcon size={20} />}
        aria-pressed={isNo}
        title={isNo ? t('changeResponse') : undefined}
        onClick={() => tap('Declined')}
      >
        {isNo ? t('notGoing') : t('no')}
      </Button>
    </div>
  )
}
