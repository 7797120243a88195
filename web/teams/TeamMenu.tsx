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
  onItsOwn?: boolean
  /** Opens the form that moves several of its players to another team. */
  move?: () => void
}

/** Actions on a team. */
export function TeamMenu({ orgId, team, archive, reason, onItsOwn = false, move }: Props) {
  const t = useTexts('teams', texts)
  const { id: teamId, archived } = team
  const whyCannot = useWhyCannot()
  const unless = (why: string | undefined) => (why === undefined ? {} : { disabledReason: why })
  const may = unless(reason)
  const limited = useWhyLimited(orgId)
  const mayExport = unless(whyCannot('canEditPlayers', teamId))
  const mayAdd = unless(whyCannot('canEditPlayers', teamId) ?? limited)
  const mayPlan = unless(whyCannot('canEditEvents', teamId))
  const mayWrite = unless(whyCannot('canSendMessages', teamId) ?? limited)
  const mayAppoint = unless(whyCannot('canEditAdministrators', teamId))
  const clubs = useCached('GET /api/v1/playersAndTeams', {})?.organizations
  const hasRegistration = clubs?.some(({ id, customRegistrationEnabled }) => id === orgId && customRegistrationEnabled)
  return (
    <Menu
      about={team.name}
      items={[
        !onItsOwn && { label: t('openRoster'), to: paths.team({ orgId, teamId }) },
        { label: t('openCalendar'), to: paths.calendar({ orgId, teamId }) },
        hasRegistration && { label: t('openAnswers'), to: paths.registrations({ orgId, teamId }) },
        !archived && { label: t('addPlayers'), to: paths.addPlayers({ unitId: teamId }), ...mayAdd },
        !archived && { label: t('inviteFamilies'), to: paths.inviteFamilies({ unitId: teamId }), ...mayAdd },
        !archived && { label: t('emailTeam'), to: paths.emailTeam({ teamId }), ...mayWrite },
        move && { label: t('movePlayers'), run: move, ...mayAdd },
        { label: t('exportPlayers'), to: paths.exportPlayers({ unitId: teamId }), ...mayExport },
        { label: t('editTeam'), to: paths.editTeam({ teamId }), ...may },
        { label: t('administrators'), to: paths.settings({ id: teamId, page: 'administrators' }), ...mayAppoint },
        { label: t('links'), to: paths.links({ id: teamId }) },
        !archived && { label: t('venues'), to: paths.venues({ orgId }, { o: teamId }), ...mayPlan },
        archived
          ? { label: t('unarchive'), run: () => void archive.bringBack(team), ...unless(reason ?? limited) }
          : { label: t('archive'), run: () => void archive.archive(team), danger: true, ...may },
      ]}
    />
  )
}
