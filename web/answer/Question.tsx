import type { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Failure } from '../kit/Failure.tsx'
import { CheckIcon, CloseIcon } from '../kit/icons.tsx'
import { dayText, readerZone, spanText, zoneText } from '../kit/format.ts'
import styles from './Answer.module.css'
import { Message } from './Message.tsx'
import english from './texts.en.json'
import type { OneTap } from './useOneTap.ts'

type Props = {
  link: OneTap
  problem: ApiProblem | undefined
  busy: boolean | undefined
  /** The link was answered just now, on this page. */
  done: boolean | undefined
  onAnswer: () => void
}

/** The question with its button; or the current answer and the reason, if the link can no longer be used. */
export function Question({ link, problem, busy, done, onAnswer }: Props) {
  const t = useTexts('answer', english)
  const { state, wanted, status } = link
  const player = link.player.firstName
  const answerText = t(`stands${status}`, { player })

  if (done) {
    return (
      <Message title={answerText} icon={<AnswerIcon status={status} />} hint={t('thanks')} openLabel={t('open')}>
        <Facts link={link} />
      </Message>
    )
  }
  if (state !== 'open') {
    const title = state === 'used' ? t('used') : status === 'Pending' ? t('reopened') : t('answered')
    return (
      <Message title={title} hint={t('toChange')} openLabel={t('open')}>
        <Facts link={link} answerText={answerText} />
      </Message>
    )
  }
  return (
    <Message title={t('question', { player })}>
      <Facts link={link} answerText={answerText} />
      {problem && <Failure text={problemText(problem)} />}
      <Button
        kind={wanted === 'Accepted' ? 'success' : 'danger'}
        icon={<AnswerIcon status={wanted} />}
        className={styles.answer}
        wide
        busy={busy ?? false}
        onClick={onAnswer}
      >
        {t(wanted === 'Accepted' ? 'yes' : 'no', { player })}
      </Button>
      <p className={styles.hint}>{t('untilPressed')}</p>
    </Message>
  )
}

const AnswerIcon = ({ status }: { status: OneTap['status'] }) =>
  status === 'Accepted' ? <CheckIcon /> : status === 'Declined' ? <CloseIcon /> : null

/** The event and its time, in its own zone and in the reader's, with the current answer. */
function Facts({ link: { event }, answerText }: { link: OneTap; answerText?: string }) {
  const t = useTexts('answer', english)
  const when = (timezone: string) => `${dayText(event.start, timezone)}, ${spanText({ ...event, timezone })}`
  const elsewhere = zoneText(event.start, event.timezone) !== ''
  return (
    <div className={styles.facts}>
      <p className={styles.time}>
        <time dateTime={event.start}>{when(event.timezone)}</time>
      </p>
      {elsewhere && <p className={styles.hint}>{t('yourTime', { time: when(readerZone()) })}</p>}
      <p>
        {event.name} · {event.team}
      </p>
      {answerText && (
        <p className={styles.hint}>
          {t('soFar')} <strong className={styles.stands}>{answerText}</strong>
        </p>
      )}
    </div>
  )
}
