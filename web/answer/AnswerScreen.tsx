import { useEffect, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { useOpenedLink } from '../shell/useOpenedLink.ts'
import styles from './Answer.module.css'
import { Message } from './Message.tsx'
import { Question } from './Question.tsx'
import { LinkRefusal } from './LinkRefusal.tsx'
import english from './texts.en.json'
import { type OneTap, useOneTap } from './useOneTap.ts'

/**
 * The target of links in availability emails: Yes or No for one player and one event, confirmed by one button, for anyone who has
 * the email. Requires no sign-in, and does not affect an existing session.
 */
export default function AnswerScreen() {
  const t = useTexts('answer', english)
  const { token, times } = useOpenedLink()
  const [previousAnswer] = useState(readAnswered)
  return (
    <BarePage title={t('title')}>
      {token ? (
        <LinkAnswer key={times} token={token} />
      ) : previousAnswer ? (
        <Question
          link={previousAnswer}
          problem={undefined}
          busy={undefined}
          done={undefined}
          onAnswer={() => undefined}
        />
      ) : (
        <Message title={t('empty')} hint={t('emptyHint')} openLabel={t('open')} />
      )}
    </BarePage>
  )
}

/** The answer, kept in the history state without the link, so that a reload still shows it. */
type HistoryState = { answered?: OneTap } | null
const readAnswered = () => (history.state as HistoryState)?.answered

function LinkAnswer({ token }: { token: string }) {
  const t = useTexts('answer', english)
  const { link, problem, busy, done, read, sendAnswer } = useOneTap(token)
  useEffect(() => {
    if (link && link.state !== 'open') history.replaceState({ ...(history.state as HistoryState), answered: link }, '')
  }, [link])
  if (link) return <Question {...{ link, problem, busy, done }} onAnswer={() => void sendAnswer()} />
  if (problem) return <LinkRefusal {...{ problem, busy }} onRetry={() => void read()} />
  return (
    <div className={styles.card}>
      <h1 className="visually-hidden">{t('title')}</h1>
      <Skeletons label={t('loading')}>
        <Skeleton width="70%" height="30px" />
        <Skeleton width="90%" />
        <Skeleton width="60%" />
        <Skeleton height="56px" />
      </Skeletons>
    </div>
  )
}
