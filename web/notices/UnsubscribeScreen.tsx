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
type Subscription = AnswerOf<typeof STOP>
/** The outcome kept in the history state, without the link, so that it is still shown after a reload. */
type StoredState = { chosen?: Subscription } | null

/** Target of a mail's unsubscribe link: one button, for whoever holds the mail. Opening it changes nothing. */
export default function UnsubscribeScreen() {
  const t = useTexts('notices', texts)
  const { token, times } = useOpenedLink()
  const [storedSubscription] = useState(() => (history.state as StoredState)?.chosen)
  return (
    <BarePage title={t('stopTitle')}>
      <Card className={styles.card}>
        <h1>{t('stopTitle')}</h1>
        {token ? (
          <UnsubscribeForm key={times} token={token} />
        ) : storedSubscription ? (
          <>
            <p role="status">
              {t(storedSubscription.on ? 'stopWhat' : 'stopped', { kind: t(`kind_${storedSubscription.notice}`) })}
            </p>
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

type State = { subscription?: Subscription; problem?: ApiProblem; busy?: boolean; hasChanged?: boolean }

function UnsubscribeForm({ token }: { token: string }) {
  const t = useTexts('notices', texts)
  const [{ subscription, problem, busy, hasChanged }, setState] = useState<State>({})
  useEffect(() => {
    let isMounted = true
    void requestSubscription(token).then((state) => isMounted && setState(state))
    return () => {
      isMounted = false
    }
  }, [token])
  useEffect(() => {
    if (subscription) history.replaceState({ ...(history.state as StoredState), chosen: subscription }, '')
  }, [subscription])
  async function retry() {
    setState((previous) => ({ ...previous, busy: true }))
    setState(await requestSubscription(token))
  }
  const setSubscribed = async (on: boolean) => {
    setState((previous) => ({ ...previous, busy: true }))
    const response = await requestSubscription(token, on)
    setState((previous) => ({ ...previous, busy: false, ...response, hasChanged: response.subscription !== undefined }))
  }
  return (
    <>
      {problem && (
        <Failure text={problemText(problem)}>
          {/* The token is no longer in the URL, so a reload would not bring it back. */}
          {!subscription && isRetryable(problem) && (
            <Button kind="quiet" busy={busy} onClick={() => void retry()}>
              {t('retry')}
            </Button>
          )}
        </Failure>
      )}
      {!subscription && !problem && (
        <Skeletons label={t('loading')}>
          <Skeleton height="56px" />
        </Skeletons>
      )}
      {subscription && (
        <>
          <p role="status">
            {t(subscription.on ? (hasChanged ? 'onAgain' : 'stopWhat') : 'stopped', {
              kind: t(`kind_${subscription.notice}`),
            })}
          </p>
          <Button
            kind={subscription.on ? 'primary' : 'quiet'}
            wide
            busy={busy}
            onClick={() => void setSubscribed(!subscription.on)}
          >
            {t(subscription.on ? 'stop' : 'startAgain')}
          </Button>
        </>
      )}
    </>
  )
}

const requestSubscription = (token: string, on?: boolean): Promise<State> =>
  callOpen(STOP, { body: { token, ...(on !== undefined && { on }) } }).then(
    (subscription) => ({ subscription }),
    (problem: ApiProblem) => ({ problem }),
  )
