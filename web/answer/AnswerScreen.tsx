import { useEffect, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { useOpenedLink } from '../shell/useOpenedLink.ts'
import styles from './Answer.module.css'
import { Message } from './Message.tsx'
import { Question } from './Question.tsx'
import { Refused } from './Refused.tsx'
import english from './texts.en.json'
import { type OneTap, useOneTap } from './useOneTap.ts'

/**
 * The target of links in availability emails: Yes or No for one player and one event, confirmed by one button, for anyone who has
 * the email. Requires no sign-in, and does not affect an existing session.
 */
export default function AnswerScreen() {
  const t = useTexts('answer', english)
  const { token, times } = useOpenedLink()
  const [answered] = useState(answeredBefore)
  return (
    <BarePage title={t('title')}>
      {token ? (
        <Answer key={times} token={token} />
      ) : answered ? (
        <Question link={answered} problem={undefined} busy={undefined} done={undefined} onAnswer={() => undefined} />
      ) : (
        <Message title={t('empty')} hint={t('emptyHint')} openLabel={t('open')} />
      )}
    </BarePage>
  )
}

/** The answer, kept in the history state without the link, so that a reload still shows it. */
type Kept = { answered?: OneTap } | null
const answeredBefore = () => (history.state as Kept)?.answered

function Answer({ token }: { token: string }) {
  const t = useTexts('answer', english)
  const { link, problem, busy, done, read, answer } = useOneTap(token)
  useEffect(() => {
    if (link && link.state !== 'open') history.replaceState({ ...(history.state as Kept), answered: link }, '')
  }, [link])
  if (link) return <Question {...{ link, problem, busy, done }} onAnswer={() => void answer()} />
  if (problem) return <Refused {...{ problem, busy }} onRetry={() => void read()} />
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
