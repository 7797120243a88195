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

const refreshedReads = ['GET /api/v1/orgOverview/{orgId}', 'GET /api/v1/playersAndTeams'] as const

/** Creates a team, which takes one of the club's licences. */
export default function CreateTeamScreen() {
  const t = useTexts('teams', texts)
  const { orgId = '' } = useParams()
  const navigateIfShown = useNavigateIfShown()
  const draft = `newTeam.${orgId}`
  const creation = useDraftPart('t', draft)
  const teamId = `${orgId}.${creation.part}`
  const whyCannot = useWhyCannot()
  const read = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const handleSavedBefore = useSavedBefore(refreshedReads)
  const { save } = useSave('POST /rest-api/teams/create/{orgId}', {
    refreshes: refreshedReads,
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
          const licensesLeft = licenses?.licensesRemaining ?? 0
          return (
            <>
              <Notice tone={licensesLeft > 0 ? 'primary' : 'warning'}>
                {t('licencesLeft', { count: licensesLeft, given: licenses?.given ?? 0 })}
              </Notice>
              {licensesLeft === 0 && <BuyLicence teamId={teamId} onBought={() => undefined} />}
              <TeamForm
                draft={draft}
                thrownAway={creation.startNew}
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
                  whyCannot('canAddNewTeams', orgId) ??
                  (licensesLeft > 0 || creation.sent ? undefined : t('noLicenceReason'))
                }
                save={async (body) => {
                  const team = await creation.send(() => save({ orgId, body: { teamId, ...body } }), handleSavedBefore)
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
