import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { type ApiProblem, useApi } from '../api.ts'
import { nameText, problemText, useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import rights from '../rights/texts.en.json'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Settings.module.css'
import english from './texts.en.json'

const READ = 'GET /rest-api/organization/invitation/{invitationId}'

/** An invitation to administer, to accept or decline. */
export default function JoinScreen() {
  const t = useTexts('settings', english)
  const rightText = useTexts('rights', rights)
  const { invitationId = '' } = useParams()
  const navigate = useNavigate()
  const [goneId, setGoneId] = useState<string>()
  const read = useApi(READ, { invitationId }, { handles: ['failures'] })
  const { data: profile } = useApi('GET /rest-api/users/profile', {}, { handles: ['failures'] })
  function toFailureText(problem: ApiProblem): string {
    if (problem.code !== 'not_found') return problemText(problem)
    // Answered in another tab, withdrawn, or no longer the inviter's to give: nothing is left to answer.
    setGoneId(invitationId)
    return t('invitationGone')
  }
  const accepting = useSave('POST /rest-api/organization/invitation/{invitationId}/accept', {
    refreshes: ['GET /api/v1/playersAndTeams'],
    saved: t('joined'),
    failed: toFailureText,
  })
  const declining = useSave('POST /rest-api/organization/invitation/{invitationId}/decline', { failed: toFailureText })
  async function accept() {
    const response = await accepting.save({ invitationId })
    if (!response) return
    const teamId = teamOf(response.orgUnitId)
    const orgId = organizationOf(response.orgUnitId)
    await navigate(teamId ? paths.team({ orgId, teamId }) : paths.organization({ orgId }), { replace: true })
  }
  async function decline() {
    if (await declining.save({ invitationId })) await navigate(paths.today(), { replace: true })
  }
  // Same as opening the mail again later: a retry would not help.
  if (goneId === invitationId || (read.error?.code === 'not_found' && !accepting.saving && !declining.saving))
    return (
      <Screen title={t('invitation')} width="form">
        <EmptyState title={t('invitationGone')} hint={t('invitationGoneHint')}>
          <ButtonLink to={paths.today()}>{t('toToday')}</ButtonLink>
        </EmptyState>
      </Screen>
    )
  if (read.error?.code === 'other_address')
    return (
      <Screen title={t('invitation')} width="form">
        <EmptyState
          title={problemText(read.error)}
          {...(profile && { hint: t('signedInAs', { email: profile.username }) })}
        >
          <Button
            kind="primary"
            onClick={() => void navigate(paths.logout({}, { redirectUri: paths.join({ invitationId }) }))}
          >
            {t('otherAccount')}
          </Button>
          <ButtonLink to={paths.today()}>{t('toToday')}</ButtonLink>
        </EmptyState>
      </Screen>
    )
  return (
    <Screen title={t('invitation')} width="form">
      <Loaded
        read={read}
        skeleton={
          <Skeletons label={t('loadingInvitation')}>
            <Skeleton height="200px" />
          </Skeletons>
        }
        failed={t('invitationFailed')}
      >
        {({ name, invitedBy, permissions }) => (
          <Card>
            <p>{invitedBy ? t('invitesYou', { inviter: nameText(invitedBy), name }) : t('youAreInvited', { name })}</p>
            <p className={styles.hint}>{t('youCould')}</p>
            <ul>
              {permissions.map((flag) => (
                <li key={flag}>{rightText(flag)}</li>
              ))}
            </ul>
            <div className={styles.actions}>
              <Button kind="primary" busy={accepting.saving} onClick={() => void accept()}>
                {t('accept')}
              </Button>
              <Button busy={declining.saving} onClick={() => void decline()}>
                {t('decline')}
              </Button>
            </div>
          </Card>
        )}
      </Loaded>
    </Screen>
  )
}
