import { useMemo, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Link } from '../kit/Link.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import type { Overview } from './answers.ts'
import styles from './Club.module.css'
import type { ClubPlayer } from './clubSearch.ts'
import { PutOnTeam } from './PutOnTeam.tsx'
import texts from './texts.en.json'
import { TeamMenu } from './TeamMenu.tsx'
import type { Archive } from './useArchive.ts'
import type { IndexRead } from './useClubIndex.ts'

type Team = Overview['teams'][number]
type Props = {
  club: Overview
  teams: Team[]
  openIds: ReadonlySet<string>
  onToggle: (id: string) => void
  index: IndexRead
  archive: Archive
  /** The selected teams, in selection mode. */
  chosenIds?: ReadonlySet<string>
  onChoose?: (id: string) => void
  /** Whether players without a team are listed too. */
  showsUnassigned: boolean
}

/** The teams of a club, which expand to show their players; and players without a team. */
export function ClubTeams({
  club,
  teams,
  openIds,
  onToggle,
  index,
  archive,
  chosenIds,
  onChoose,
  showsUnassigned,
}: Props) {
  const t = useTexts('teams', texts)
  const whyCannot = useWhyCannot()
  const playersByTeam = useMemo(() => {
    const players = new Map<string, ClubPlayer[]>()
    for (const { player } of index.data?.players ?? [])
      for (const id of player.teams.length > 0
        ? player.teams.map((teamIndex) => index.data?.club.teams[teamIndex]?.id ?? '')
        : [''])
        players.set(id, [...(players.get(id) ?? []), player])
    return players
  }, [index.data])
  const canSeeAllPlayers = whyCannot('canEditPlayers', club.id) === undefined
  const limitReason = useWhyLimited(club.id)
  const [isPutDialogOpen, setPutDialogOpen] = useState(false)
  const renderTeam = (team: Team | undefined) => {
    const id = team?.id ?? ''
    return (
      <Card as="li" key={id} dense className={styles.team} {...(team?.color && { accent: team.color })}>
        <div className={styles.head}>
          <button type="button" className={styles.opener} aria-expanded={openIds.has(id)} onClick={() => onToggle(id)}>
            {openIds.has(id) ? <ChevronUpIcon size={20} /> : <ChevronDownIcon size={20} />}
            {team?.pictureUrl && <Avatar name={team.name} id={id} url={team.pictureUrl} size="small" />}
            <span className={styles.name}>{team?.name ?? t('noTeam')}</span>
            {team?.season && <span className={styles.season}>{team.season}</span>}
            {team?.archived && <Badge tone="warning">{t('archived')}</Badge>}
          </button>
          {team && !chosenIds && (
            <p className={styles.ways}>
              <Link to={paths.team({ orgId: club.id, teamId: team.id })}>
                {t('openRoster')} <span className="visually-hidden">{team.name}</span>
              </Link>
              <Link to={paths.calendar({ orgId: club.id, teamId: team.id })}>
                {t('openCalendar')} <span className="visually-hidden">{team.name}</span>
              </Link>
            </p>
          )}
          {team && chosenIds && (
            <Checkbox
              label={<span className="visually-hidden">{t('chooseTeam', { team: team.name })}</span>}
              value={chosenIds.has(id)}
              onChange={() => onChoose?.(id)}
            />
          )}
          {team && !chosenIds && (
            <TeamMenu orgId={club.id} team={team} archive={archive} reason={whyCannot('canEditTeam', id)} />
          )}
        </div>
        {openIds.has(id) && (
          <Loaded
            read={index}
            failed={t('searchFailed')}
            skeleton={
              <Skeletons label={t('loading')}>
                <Skeleton height="44px" />
              </Skeletons>
            }
          >
            {() => (
              <>
                {!team && playersByTeam.has('') && (
                  <Button kind="quiet" flush onClick={() => setPutDialogOpen(true)} disabledReason={limitReason}>
                    {t('putPlayers')}
                  </Button>
                )}
                <PlayerNames players={playersByTeam.get(id) ?? []} teamId={id || undefined} />
              </>
            )}
          </Loaded>
        )}
      </Card>
    )
  }
  return (
    <>
      <ul className={styles.teams} aria-label={t('teams')}>
        {teams.map(renderTeam)}
        {showsUnassigned && canSeeAllPlayers && !chosenIds && renderTeam(undefined)}
      </ul>
      <PutOnTeam orgId={club.id} index={index.data} opened={isPutDialogOpen} close={() => setPutDialogOpen(false)} />
    </>
  )
}

function PlayerNames({ players, teamId }: { players: ClubPlayer[]; teamId: string | undefined }) {
  const t = useTexts('teams', texts)
  if (players.length === 0) return <p className={styles.facts}>{t('empty')}</p>
  return (
    <ul className={styles.names}>
      {players.map((player) => (
        <li key={player.id}>
          <Link to={paths.player({ playerId: player.id }, { o: teamId })}>{fullName(player)}</Link>
          {player.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </li>
      ))}
    </ul>
  )
}
