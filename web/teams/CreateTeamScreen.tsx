import { useParams } from 'react-router-dom'
import type { SportName } from '#shared/rules/sports.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSavedBefore } from '../shell/useSavedBefore.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import { BuyLicence } from './BuyLicence.tsx'
import { TeamForm } from './TeamForm.tsx'
import texts from './texts.en.json'

const lists = ['GET /api/v1/orgOverview/{orgId}', 'GET /api/v1/playersAndTeams'] as const

/** Creates a team, which takes one of the club's licences. */
export default function CreateTeamScreen() {
  const t = useTexts('teams', texts)
  const { orgId = '' } = useParams()
  const navigateIfShown = useNavigateIfShown()
  const draft = `newTeam.${orgId}`
  const made = useDraftPart('t', draft)
  const teamId = `${orgId}.${made.part}`
  const whyCannot = useWhyCannot()
  const read = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const savedBefore = useSavedBefore(lists)
  const { save } = useSave('POST /rest-api/teams/create/{orgId}', {
    refreshes: lists,
    saved: (_answer, { body }) => t('teamOpened', { team: body.name }),
  })
  return (
    <Screen title={t('newTeam')} width="form">
      <Loaded
        read={read}
        failed={t('loadFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="320px" />
          </Skeletons>
        }
      >
        {({ sport, licenses }) => {
          const left = licenses?.licensesRemaining ?? 0
          return (
            <>
              <Notice tone={left > 0 ? 'primary' : 'warning'}>
                {t('licencesLeft', { count: left, given: licenses?.given ?? 0 })}
              </Notice>
              {left === 0 && <BuyLicence teamId={teamId} bought={() => undefined} />}
              <TeamForm
                draft={draft}
                thrownAway={made.startNew}
                values={{
                  name: '',
                  sport: sport.name as SportName,
                  season: '',
                  color: '',
                  isRosterVisible: true,
                }}
                submit={t('createTeam')}
                // If a response was lost, the team may already have taken the last licence.
                disabledReason={
                  whyCannot('canAddNewTeams', orgId) ?? (left > 0 || made.sent ? undefined : t('noLicenceReason'))
                }
                save={async (body) => {
                  const team = await made.send(() => save({ orgId, body: { teamId, ...body } }), savedBefore)
                  navigateIfShown(team ? paths.team({ orgId, teamId }) : paths.editTeam({ teamId }), { replace: true })
                }}
              />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
