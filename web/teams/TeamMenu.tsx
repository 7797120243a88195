import { useCached } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Menu } from '../kit/Menu.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Overview } from './answers.ts'
import texts from './texts.en.json'
import type { Archive } from './useArchive.ts'

type Props = {
  orgId: string
  team: Pick<Overview['teams'][number], 'id' | 'name' | 'archived'>
  archive: Archive
  reason: string | undefined
  /** Shown on the team's own screen, so it has no link to it. */
  isTeamScreen?: boolean
  /** Opens the form that moves several of its players to another team. */
  onMovePlayers?: () => void
}

/** Actions on a team. */
export function TeamMenu({ orgId, team, archive, reason, isTeamScreen = false, onMovePlayers }: Props) {
  const t = useTexts('teams', texts)
  const { id: teamId, archived } = team
  const whyCannot = useWhyCannot()
  const toDisabledProps = (reason: string | undefined) => (reason === undefined ? {} : { disabledReason: reason })
  const editProps = toDisabledProps(reason)
  const limitReason = useWhyLimited(orgId)
  const exportProps = toDisabledProps(whyCannot('canEditPlayers', teamId))
  const addProps = toDisabledProps(whyCannot('canEditPlayers', teamId) ?? limitReason)
  const planProps = toDisabledProps(whyCannot('canEditEvents', teamId))
  const emailProps = toDisabledProps(whyCannot('canSendMessages', teamId) ?? limitReason)
  const administratorProps = toDisabledProps(whyCannot('canEditAdministrators', teamId))
  const clubs = useCached('GET /api/v1/playersAndTeams', {})?.organizations
  const hasRegistration = clubs?.some(({ id, customRegistrationEnabled }) => id === orgId && customRegistrationEnabled)
  return (
    <Menu
      about={team.name}
      items={[
        !isTeamScreen && { label: t('openRoster'), to: paths.team({ orgId, teamId }) },
        { label: t('openCalendar'), to: paths.calendar({ orgId, teamId }) },
        hasRegistration && { label: t('openAnswers'), to: paths.registrations({ orgId, teamId }) },
        !archived && { label: t('addPlayers'), to: paths.addPlayers({ unitId: teamId }), ...addProps },
        !archived && { label: t('inviteFamilies'), to: paths.inviteFamilies({ unitId: teamId }), ...addProps },
        !archived && { label: t('emailTeam'), to: paths.emailTeam({ teamId }), ...emailProps },
        onMovePlayers && { label: t('movePlayers'), run: onMovePlayers, ...addProps },
        { label: t('exportPlayers'), to: paths.exportPlayers({ unitId: teamId }), ...exportProps },
        { label: t('editTeam'), to: paths.editTeam({ teamId }), ...editProps },
        {
          label: t('administrators'),
          to: paths.settings({ id: teamId, page: 'administrators' }),
          ...administratorProps,
        },
        { label: t('links'), to: paths.links({ id: teamId }) },
        !archived && { label: t('venues'), to: paths.venues({ orgId }, { o: teamId }), ...planProps },
        archived
          ? {
              label: t('unarchive'),
              run: () => void archive.bringBack(team),
              ...toDisabledProps(reason ?? limitReason),
            }
          : { label: t('archive'), run: () => void archive.archive(team), danger: true, ...editProps },
      ]}
    />
  )
}
