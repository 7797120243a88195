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
const settling = 600

/** Yes and No buttons. The chosen one is marked, and pressing it again takes the answer back; the other changes it in one tap. */
export function AnswerButtons({ label, status, onAnswer }: Props) {
  const t = useTexts('events', texts)
  const yes = status === 'Accepted'
  const no = status === 'Declined'
  const shown = useRef({ status, since: -settling })
  const tapped = useRef({ button: status, next: status, at: -settling })
  useEffect(() => {
    if (shown.current.status !== status) shown.current = { status, since: performance.now() }
  }, [status])
  function tap(button: 'Accepted' | 'Declined') {
    const now = performance.now()
    const next = status === button ? 'Pending' : button
    const last = tapped.current
    const undoesLast = last.button === button && last.next !== next && now - last.at < settling
    const justChosen = next === 'Pending' && now - shown.current.since < settling
    if (undoesLast || justChosen) return
    tapped.current = { button, next, at: now }
    onAnswer(next)
  }
  return (
    <div className={styles.answers} role="group" aria-label={label}>
      <Button
        kind={yes ? 'success' : 'plain'}
        icon={yes && <CheckIcon size={20} />}
        aria-pressed={yes}
        title={yes ? t('changeResponse') : undefined}
        onClick={() => tap('Accepted')}
      >
        {yes ? t('yesGoing') : t('yes')}
      </Button>
      <Button
        kind={no ? 'danger' : 'plain'}
        icon={no && <CloseIcon size={20} />}
        aria-pressed={no}
        title={no ? t('changeResponse') : undefined}
        onClick={() => tap('Declined')}
      >
        {no ? t('notGoing') : t('no')}
      </Button>
    </div>
  )
}
