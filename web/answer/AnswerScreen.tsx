import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './Answer.module.css'
import { Message } from './Message.tsx'
import { Question } from './Question.tsx'
import { Refused } from './Refused.tsx'
import english from './texts.en.json'
import { type OneTap, useOneTap } from './useOneTap.ts'

/**
 * Where the links in availability mails lead: Yes or No for one player and one event, confirmed by one button, for whoever
 * holds the mail. It needs nobody signed in, and does not change who is.
 */
export default function AnswerScreen() {
  const t = useTexts('answer', english)
  const { token, times } = useOpened()
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

/** What a link has answered is kept with its place in the history, without the link: who loads the page again is told it. */
type Kept = { answered?: OneTap } | null
const answeredBefore = () => (history.state as Kept)?.answered

/**
 * The link that was opened: what stands behind the `#`. It is taken out of the address at once, and so out of the history
 * and of what people copy from there. A link that is opened in the same tab later, be it the same one, counts anew.
 */
function useOpened(): { token: string; times: number } {
  const { hash } = useLocation()
  const [opened, setOpened] = useState({ token: hash.slice(1), times: 1 })
  useEffect(() => {
    const hide = () => history.replaceState(history.state, '', location.pathname + location.search)
    const open = () => {
      const token = location.hash.slice(1)
      setOpened(({ times }) => ({ token, times: times + 1 }))
      hide()
    }
    hide()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  return opened
}

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
