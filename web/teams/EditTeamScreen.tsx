import { useParams } from 'react-router-dom'
import type { SportName } from '#shared/rules/sports.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { TeamPicture } from './PictureField.tsx'
import { TeamForm } from './TeamForm.tsx'
import texts from './texts.en.json'

/** Edits a team's name and how it is shown. */
export default function EditTeamScreen() {
  const t = useTexts('teams', texts)
  const { teamId = '' } = useParams()
  const navigateIfShown = useNavigateIfShown()
  const reason = useWhyCannot()('canEditTeam', teamId)
  const read = useApi('GET /api/v1/team/{teamId}', { teamId }, { handles: ['failures'] })
  const { save } = useSave('PUT /rest-api/teams/team/{teamId}', {
    refreshes: ['GET /api/v1/team/{teamId}', 'GET /api/v1/orgOverview/{orgId}', 'GET /api/v1/playersAndTeams'],
    saved: t('updated'),
  })
  return (
    <Screen title={read.data ? t('editTeamNamed', { team: read.data.name }) : t('editTeam')} width="form">
      <Loaded
        read={read}
        failed={t('loadFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="320px" />
          </Skeletons>
        }
      >
        {({ name, sport, season, color, isRosterVisible, pictureUrl }) => (
          <>
            <TeamPicture id={teamId} name={name} url={pictureUrl} disabledReason={reason} />
            <TeamForm
              draft={`team.${teamId}`}
              values={{ name, sport: sport.name as SportName, season, color, isRosterVisible }}
              submit={t('save')}
              disabledReason={reason}
              refetch={() => read.mutate()}
              save={async (values, before) => {
                const saved = await save({ teamId, body: { ...values, before } })
                navigateIfShown(-1)
                return saved
              }}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
