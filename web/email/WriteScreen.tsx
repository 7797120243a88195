import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { noText, withoutPictures } from '#shared/rules/richText.ts'
import { ApiProblem, cacheKey, callApi, useApi, useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { ButtonLink } from '../kit/Button.tsx'
import { dayStartText } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { paths } from '../paths.ts'
import { readStepsBack } from '../shell/navigationState.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { keepDraft } from '../kit/form/drafts.ts'
import { formDraftName, noRecipients, type To } from './email.ts'
import { useNewEmail } from './newEmail.ts'
import { RemainingRecipients, WriteSkeleton } from './RemainingRecipients.tsx'
import { WriteForm } from './WriteForm.tsx'
import texts from './texts.en.json'

/**
 * Email editor for one team (`/email-team/…`), several (`/email-teams/…?teams=`), or those invited to an event
 * (`/email-event/…`). In the query, `email` is a draft to continue and `from` an email to copy.
 */
export default function WriteScreen() {
  const t = useTexts('email', texts)
  const { teamId, orgId, eventId } = useParams()
  const [query] = useSearchParams()
  const teamIds = (query.get('teams') ?? '').split(',').filter(Boolean)
  const whyCannot = useWhyCannot()
  // Several teams are written to from the club if the user runs it, otherwise from the first of them.
  const teamsUnitId = whyCannot('canSendMessages', orgId) === undefined ? orgId : teamIds[0]
  const eventUnitId = eventId && (teamOf(eventId) ?? organizationOf(eventId))
  const orgUnitId = teamId ?? eventUnitId ?? teamsUnitId ?? orgId ?? ''
  const noTeam = orgId !== undefined && teamIds.length === 0 && query.has('teams')
  useLeaveWithoutTeam(noTeam)
  const invited = query.get('invited') === 'notAnswered' ? 'notAnswered' : 'all'
  const to: To = eventId ? { eventId, invited } : { teamIds: teamId ? [teamId] : teamIds }
  const subject = useEventSubject(eventId)
  const reason = whyCannot('canSendMessages', orgUnitId)
  // Users who lose the right while writing keep their text on the screen.
  const [hasStarted, setBegun] = useState(false)
  if (reason === undefined && !hasStarted) setBegun(true)
  if (noTeam) return <Screen title={t('newEmail')}>{null}</Screen>
  return (
    <Screen title={t('newEmail')} width="form">
      {reason && !hasStarted ? (
        <EmptyState title={t('notYours')} hint={reason} />
      ) : (
        <EmailEditor
          orgUnitId={orgUnitId}
          to={to}
          subject={subject}
          draftId={query.get('email')}
          fromId={query.get('from')}
          whyNotAllowed={reason}
        />
      )}
    </Screen>
  )
}

/** Default subject of an email about an event (name and date), if the event is in the cache. */
function useEventSubject(eventId = ''): string {
  const event = useCached('GET /rest-api/calendar/event/{eventId}', { eventId })?.event
  return event ? `${event.name}, ${dayStartText(event.start, event.timezone)}` : ''
}

/** Without any team, shows a message and navigates back. */
function useLeaveWithoutTeam(noTeam: boolean): void {
  const t = useTexts('email', texts)
  const navigate = useNavigate()
  const { state, key } = useLocation()
  useEffect(() => {
    if (!noTeam) return
    showSnackbar({ text: t('selectATeam'), tone: 'danger' })
    if (key === 'default') void navigate(paths.today(), { replace: true })
    else void navigate(-readStepsBack(state))
  }, [noTeam, navigate, state, key, t])
}

const ONE = 'GET /rest-api/mail/email/{emailId}'
type Props = {
  orgUnitId: string
  to: To
  subject: string
  draftId: string | null
  fromId: string | null
  whyNotAllowed: string | undefined
}

/** Starts empty, from a draft, or from another email. */
function EmailEditor({ orgUnitId, to, subject: defaultSubject, draftId, fromId, whyNotAllowed }: Props) {
  const t = useTexts('email', texts)
  const { newId, forget } = useNewEmail(orgUnitId, draftId === null)
  const [emailId] = useState(draftId ?? newId)
  // How often the author has switched to what another tab saved.
  const [loadCount, setLoadCount] = useState(0)
  const { mutate } = useSWRConfig()
  const continuedId = loadCount > 0 ? emailId : draftId
  const sourceId = continuedId ?? fromId
  const read = useApi(ONE, sourceId ? { emailId: sourceId } : undefined, {
    handles: ['failures'],
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  })
  async function loadSavedDraft() {
    try {
      await mutate(cacheKey(ONE, { emailId }), await callApi(ONE, { emailId }, { handles: ['not_allowed'] }), false)
    } catch (problem) {
      // callApi already shows the error, and the text written here stays.
      if (!(problem instanceof ApiProblem)) throw problem
      return
    }
    keepDraft(formDraftName(emailId), {})
    setLoadCount(loadCount + 1)
  }
  const formProps = { orgUnitId, emailId, whyNotAllowed, loadSavedDraft, onStored: forget }
  if (!sourceId)
    return <WriteForm {...formProps} initialEmail={{ subject: defaultSubject, content: noText, to }} isNew />
  return (
    <Loaded read={read} skeleton={<WriteSkeleton />} failed={t('failedOne')}>
      {({ subject, content, files, pictures, sent, state, revision }) =>
        continuedId && state !== 'draft' ? (
          <EmptyState title={t('sentAlready')}>
            <ButtonLink to={paths.email({ emailId })}>{t('openEmail')}</ButtonLink>
          </EmptyState>
        ) : (
          // Keeps the recipients it was written for: the URL's team would address all of the team's families.
          <RemainingRecipients
            key={loadCount}
            orgUnitId={orgUnitId}
            to={sent?.to ?? noRecipients(orgUnitId)}
            isDraft={continuedId !== null}
          >
            {(to) => (
              <WriteForm
                {...formProps}
                initialEmail={{ subject, content: continuedId ? content : withoutPictures(content), to }}
                {...(continuedId && { earlier: { files, pictures }, revision })}
                isNew={!continuedId}
              />
            )}
          </RemainingRecipients>
        )
      }
    </Loaded>
  )
}
