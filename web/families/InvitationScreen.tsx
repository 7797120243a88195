import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type AnswerOf, ApiProblem, callApi, callOpen, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { listText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { BarePage } from '../shell/BarePage.tsx'
import { useOpenedLink } from '../shell/useOpenedLink.ts'
import styles from './people/People.module.css'
import { keepToken, keptToken } from './people/token.ts'
import texts from './texts.en.json'

type Invitation = AnswerOf<'POST /rest-api/families/invitation/read'>

/** Messages for invalid invitation links: the server's own are worded for answer links. */
const saidOfLink: Partial<Record<ApiProblem['code'], 'linkAltered' | 'linkExpired' | 'linkUsed'>> = {
  link_altered: 'linkAltered',
  link_expired: 'linkExpired',
  link_used: 'linkUsed',
}

const isOver = ({ code }: ApiProblem) => code in saidOfLink || code === 'invitation_gone'

/** Target of an invitation link: explains it, asks to sign in or up, then offers one button. */
export default function InvitationScreen() {
  const { token, times } = useOpenedLink()
  return <Opened key={times} opened={token} />
}

function Opened({ opened }: { opened: string }) {
  const t = useTexts('families', texts)
  const navigate = useNavigate()
  const userId = useUserId()
  const { data: profile } = useApi('GET /rest-api/users/profile', userId ? {} : undefined, { handles: ['failures'] })
  const [token] = useState(() => opened || keptToken())
  const [found, setFound] = useState<Invitation>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // The token is no longer in the URL: this tab keeps it for a reload.
    keepToken(token)
  }, [token])
  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      // An expired or used invitation is no longer offered.
      if (isOver(error)) setFound(undefined)
    } finally {
      setBusy(false)
    }
  }
  const read = () =>
    attempt(async () => setFound(await callOpen('POST /rest-api/families/invitation/read', { body: { token } })))
  useEffect(() => {
    if (!token) return
    let isShown = true
    callOpen('POST /rest-api/families/invitation/read', { body: { token } }).then(
      (invitation) => isShown && setFound(invitation),
      (refused: ApiProblem) => isShown && setProblem(refused),
    )
    return () => {
      isShown = false
    }
  }, [token])

  const accept = () =>
    attempt(async () => {
      await callApi(
        'POST /rest-api/families/invitation/accept',
        { body: { token } },
        { handles: ['failures', 'not_allowed'] },
      )
      keepToken('')
      void navigate(paths.players(), { replace: true })
    })

  const child = found?.player.firstName ?? ''
  const to = found?.relation === 'following' ? 'Follow' : found?.themselves ? 'Player' : 'Family'
  const ofLink = problem && saidOfLink[problem.code]
  return (
    <BarePage title={t('invitation')}>
      <h1>{found ? t(`invited${to}`, { child }) : t('invitation')}</h1>
      <Card>
        <div className={styles.stack}>
          {!token && <p>{t('noToken')}</p>}
          {token && !found && !problem && (
            <Skeletons label={t('invitationLoading')}>
              <Skeleton height="80px" />
            </Skeletons>
          )}
          {problem && (
            <Failure text={ofLink ? t(ofLink) : problemText(problem)}>
              {!found && !isOver(problem) && (
                <Button kind="quiet" busy={busy} onClick={() => void read()}>
                  {t('retry')}
                </Button>
              )}
            </Failure>
          )}
          {found?.state === 'accepted' && <p>{t('alreadyAccepted')}</p>}
          {found?.state === 'open' && (
            <>
              <p>{t(`invited${to}Means`, { child, club: found.club })}</p>
              {found.also.length > 0 && <p>{t('invitedAlsoFor', { children: listText(found.also) })}</p>}
              {userId ? (
                <>
                  {profile && <p>{t('acceptAs', { name: profile.fullName, email: profile.username })}</p>}
                  <Button kind="primary" wide busy={busy} onClick={() => void accept()}>
                    {t('accept')}
                  </Button>
                  <Button
                    kind="quiet"
                    wide
                    onClick={() => void navigate(paths.logout({}, { redirectUri: paths.invitation() }))}
                  >
                    {t('otherAccount')}
                  </Button>
                </>
              ) : (
                <Button
                  kind="primary"
                  wide
                  onClick={() => void navigate(paths.login({}, { redirectUri: paths.invitation() }))}
                >
                  {t('signInToAccept')}
                </Button>
              )}
            </>
          )}
          {(!token || found?.state === 'accepted' || (problem && !found)) && (
            <ButtonLink to={paths.today()} wide>
              {t('openTouchline')}
            </ButtonLink>
          )}
        </div>
      </Card>
    </BarePage>
  )
}
