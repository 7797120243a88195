import { useEffect, useState } from 'react'
import { type AnswerOf, type ApiProblem, callOpen } from '../api.ts'
import { isRetryable } from '../api/problem.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { useOpenedLink } from '../shell/useOpenedLink.ts'
import styles from './Notices.module.css'
import texts from './texts.en.json'

const STOP = 'POST /rest-api/mail/unsubscribe'
type Chosen = AnswerOf<typeof STOP>
/** The outcome kept in the history state, without the link, so that it is still shown after a reload. */
type Kept = { chosen?: Chosen } | null

/** Target of a mail's unsubscribe link: one button, for whoever holds the mail. Opening it changes nothing. */
export default function UnsubscribeScreen() {
  const t = useTexts('notices', texts)
  const { token, times } = useOpenedLink()
  const [before] = useState(() => (history.state as Kept)?.chosen)
  return (
    <BarePage title={t('stopTitle')}>
      <Card className={styles.card}>
        <h1>{t('stopTitle')}</h1>
        {token ? (
          <ByLink key={times} token={token} />
        ) : before ? (
          <>
            <p role="status">{t(before.on ? 'stopWhat' : 'stopped', { kind: t(`kind_${before.notice}`) })}</p>
            <p>{t('stopAgain')}</p>
          </>
        ) : (
          <p>{t('stopEmpty')}</p>
        )}
        <ButtonLink to={paths.notices()} wide>
          {t('chooseAll')}
        </ButtonLink>
      </Card>
    </BarePage>
  )
}

type State = { now?: Chosen; problem?: ApiProblem; busy?: boolean; done?: boolean }

function ByLink({ token }: { token: string }) {
  const t = useTexts('notices', texts)
  const [{ now, problem, busy, done }, setState] = useState<State>({})
  useEffect(() => {
    let shown = true
    void ask(token).then((state) => shown && setState(state))
    return () => {
      shown = false
    }
  }, [token])
  useEffect(() => {
    if (now) history.replaceState({ ...(history.state as Kept), chosen: now }, '')
  }, [now])
  async function again() {
    setState((before) => ({ ...before, busy: true }))
    setState(await ask(token))
  }
  const choose = async (on: boolean) => {
    setState((before) => ({ ...before, busy: true }))
    const after = await ask(token, on)
    setState((before) => ({ ...before, busy: false, ...after, done: after.now !== undefined }))
  }
  return (
    <>
      {problem && (
        <Failure text={problemText(problem)}>
          {/* The token is no longer in the URL, so a reload would not bring it back. */}
          {!now && isRetryable(problem) && (
            <Button kind="quiet" busy={busy} onClick={() => void again()}>
              {t('retry')}
            </Button>
          )}
        </Failure>
      )}
      {!now && !problem && (
        <Skeletons label={t('loading')}>
          <Skeleton height="56px" />
        </Skeletons>
      )}
      {now && (
        <>
          <p role="status">
            {t(now.on ? (done ? 'onAgain' : 'stopWhat') : 'stopped', { kind: t(`kind_${now.notice}`) })}
          </p>
          <Button kind={now.on ? 'primary' : 'quiet'} wide busy={busy} onClick={() => void choose(!now.on)}>
            {t(now.on ? 'stop' : 'startAgain')}
          </Button>
        </>
      )}
    </>
  )
}

const ask = (token: string, on?: boolean): Promise<State> =>
  callOpen(STOP, { body: { token, ...(on !== undefined && { on }) } }).then(
    (now) => ({ now }),
    (problem: ApiProblem) => ({ problem }),
  )
