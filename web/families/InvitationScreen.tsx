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
const linkTexts: Partial<Record<ApiProblem['code'], 'linkAltered' | 'linkExpired' | 'linkUsed'>> = {
  link_altered: 'linkAltered',
  link_expired: 'linkExpired',
  link_used: 'linkUsed',
}

const isNoLongerValid = ({ code }: ApiProblem) => code in linkTexts || code === 'invitation_gone'

/** Target of an invitation link: explains it, asks to sign in or up, then offers one button. */
export default function InvitationScreen() {
  const { token, times } = useOpenedLink()
  return <InvitationContent key={times} tokenFromLink={token} />
}

function InvitationContent({ tokenFromLink }: { tokenFromLink: string }) {
  const t = useTexts('families', texts)
  const navigate = useNavigate()
  const userId = useUserId()
  const { data: profile } = useApi('GET /rest-api/users/profile', userId ? {} : undefined, { handles: ['failures'] })
  const [token] = useState(() => tokenFromLink || keptToken())
  const [invitation, setInvitation] = useState<Invitation>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // The token is no longer in the URL: this tab keeps it for a reload.
    keepToken(token)
  }, [token])
  async function runBusy(action: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      setProblem(error)
      // An expired or used invitation is no longer offered.
      if (isNoLongerValid(error)) setInvitation(undefined)
    } finally {
      setBusy(false)
    }
  }
  const read = () =>
    runBusy(async () => setInvitation(await callOpen('POST /rest-api/families/invitation/read', { body: { token } })))
  useEffect(() => {
    if (!token) return
    let isShown = true
    callOpen('POST /rest-api/families/invitation/read', { body: { token } }).then(
      (loaded) => isShown && setInvitation(loaded),
      (refusal: ApiProblem) => isShown && setProblem(refusal),
    )
    return () => {
      isShown = false
    }
  }, [token])

  const accept = () =>
    runBusy(async () => {
      await callApi(
        'POST /rest-api/families/invitation/accept',
        { body: { token } },
        { handles: ['failures', 'not_allowed'] },
      )
      keepToken('')
      void navigate(paths.players(), { replace: true })
    })

  const child = invitation?.player.firstName ?? ''
  const textVariant = invitation?.relation === 'following' ? 'Follow' : invitation?.themselves ? 'Player' : 'Family'
  const linkText = problem && linkTexts[problem.code]
  return (
    <BarePage title={t('invitation')}>
      <h1>{invitation ? t(`invited${textVariant}`, { child }) : t('invitation')}</h1>
      <Card>
        <div className={styles.stack}>
          {!token && <p>{t('noToken')}</p>}
          {token && !invitation && !problem && (
            <Skeletons label={t('invitationLoading')}>
              <Skeleton height="80px" />
            </Skeletons>
          )}
          {problem && (
            <Failure text={linkText ? t(linkText) : problemText(problem)}>
              {!invitation && !isNoLongerValid(problem) && (
                <Button kind="quiet" busy={busy} onClick={() => void read()}>
                  {t('retry')}
                </Button>
              )}
            </Failure>
          )}
          {invitation?.state === 'accepted' && <p>{t('alreadyAccepted')}</p>}
          {invitation?.state === 'open' && (
            <>
              <p>{t(`invited${textVariant}Means`, { child, club: invitation.club })}</p>
              {invitation.also.length > 0 && <p>{t('invitedAlsoFor', { children: listText(invitation.also) })}</p>}
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
          {(!token || invitation?.state === 'accepted' || (problem && !invitation)) && (
            <ButtonLink to={paths.today()} wide>
              {t('openTouchline')}
            </ButtonLink>
          )}
        </div>
      </Card>
    </BarePage>
  )
}
