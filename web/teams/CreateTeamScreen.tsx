import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { SportName } from '#shared/rules/sports.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { newPart } from '../newPart.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { BuyLicence } from './BuyLicence.tsx'
import { TeamForm } from './TeamForm.tsx'
import texts from './texts.en.json'

/** A new team of an organization, with one of its licences. */
export default function CreateTeamScreen() {
  const t = useTexts('teams', texts)
  const { orgId = '' } = useParams()
  const navigate = useNavigate()
  // One for as long as the form is open: sent again after a lost answer, it is the same team.
  const [teamId] = useState(() => `${orgId}.${newPart('t')}`)
  const whyCannot = useWhyCannot()
  const read = useApi('GET /api/v1/orgOverview/{orgId}', { orgId }, { handles: ['failures'] })
  const { save } = useSave('POST /rest-api/teams/create/{orgId}', {
    refreshes: ['GET /api/v1/orgOverview/{orgId}', 'GET /api/v1/playersAndTeams'],
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
                draft={`newTeam.${orgId}`}
                values={{
                  name: '',
                  sport: sport.name as SportName,
                  season: '',
                  color: '',
                  isRosterVisible: true,
                }}
                submit={t('createTeam')}
                disabledReason={whyCannot('canAddNewTeams', orgId) ?? (left > 0 ? undefined : t('noLicenceReason'))}
                save={async (body) => {
                  await save({ orgId, body: { teamId, ...body } })
                  void navigate(paths.team({ orgId, teamId }), { replace: true })
                }}
              />
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}
