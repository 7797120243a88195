import type { InviteStatus } from '#shared/rules/invites.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { AlertIcon, ClockIcon } from '../kit/icons.tsx'
import styles from './EventCard.module.css'
import type { Answer } from './outbox/entry.ts'
import texts from './texts.en.json'

/** Says that the answer above is stored only on this device so far. */
export function QueuedAnswer() {
  const t = useTexts('events', texts)
  return (
    <p className={styles.queued} role="status">
      <ClockIcon size={20} />
      {t('queued')}
    </p>
  )
}

/** The text keys of the answers. */
export const answerTexts = { Accepted: 'yesGoing', Declined: 'notGoing', Pending: 'open' } as const satisfies Record<
  InviteStatus,
  string
>
type Props = { otherAnswer: Answer | undefined; ownAnswer: Answer; onKeep: () => void; onInsist: () => void }

/** Someone else answered while this answer was queued: shows both, with their notes, and lets the user choose. */
export function AnswerConflict({ otherAnswer, ownAnswer, onKeep, onInsist }: Props) {
  const t = useTexts('events', texts)
  const describeAnswer = ({ status, note }: Answer) =>
    note ? `${t(answerTexts[status])} “${note}”` : t(answerTexts[status])
  return (
    <div className={styles.meanwhile} role="alert">
      <AlertIcon size={20} />
      <p>
        {otherAnswer
          ? t('meanwhile', { theirs: describeAnswer(otherAnswer), yours: describeAnswer(ownAnswer) })
          : t('meanwhileUnknown', { yours: describeAnswer(ownAnswer) })}
      </p>
      <div className={styles.choice}>
        <Button onClick={onKeep}>{t('keepTheirs')}</Button>
        <Button onClick={onInsist}>{t('sendMine')}</Button>
      </div>
    </div>
  )
}
