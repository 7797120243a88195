import { useId } from 'react'
import { hasRight } from '#shared/permissions.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { Screen } from '../shell/Screen.tsx'
import { usePlayerPictures } from '../shell/usePlayerPictures.ts'
import { useSave } from '../shell/useSave.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { confirm } from '../kit/confirm.ts'
import { PlayersIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import styles from './Players.module.css'
import texts from './texts.en.json'

type Player = AnswerOf<'GET /api/v1/playersAndTeams'>['players'][number]

/** A family's players and those it follows, with their teams. */
export default function PlayersScreen() {
  const t = useTexts('teams', texts)
  const read = useApi('GET /api/v1/playersAndTeams', {}, { handles: ['failures'] })
  const { data, error } = read
  return (
    <Screen title={t('playersTitle')} width="form">
      <ReadFailure read={read} failed={t('playersFailed')} />
      {!data && !error && (
        <Skeletons label={t('playersLoading')}>
          <Skeleton width="120px" height="24px" />
          <Skeleton height="74px" />
          <Skeleton height="74px" />
        </Skeletons>
      )}
      {data && <Players title={t('myPlayers')} players={data.players} isOwn />}
      {data && <Players title={t('following')} players={data.following} />}
      {data && data.players.length + data.following.length === 0 && (
        <EmptyState title={t('noPlayers')} hint={t('noPlayersHint')} icon={<PlayersIcon size={32} />}>
          <ButtonLink to={paths.today()}>{t('askCoach')}</ButtonLink>
        </EmptyState>
      )}
    </Screen>
  )
}

function Players({ title, players, isOwn }: { title: string; players: Player[]; isOwn?: boolean }) {
  const t = useTexts('teams', texts)
  const id = useId()
  const pictures = usePlayerPictures()
  if (players.length === 0) return null
  const toTeamNames = ({ orgUnits }: Player) =>
    orgUnits
      .filter(({ isOrganization }) => !isOrganization)
      .map(({ name, dateArchived }) => (dateArchived === null ? name : t('teamArchived', { team: name })))
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>
        {players.map((player) => (
          <Card as="li" key={player.id} className={styles.player}>
            <Avatar name={player.name} id={player.id} url={pictures.get(player.id)} />
            <span className={styles.text}>
              <span className={styles.name}>{player.name}</span>
              <span className={styles.teams}>{toTeamNames(player).join(', ') || t('noTeam')}</span>
            </span>
            {isOwn && hasRight(player, 'sees') && (
              <ButtonLink to={paths.player({ playerId: player.id })}>
                {t('openPlayer')} <span className="visually-hidden">{player.name}</span>
              </ButtonLink>
            )}
            {isOwn && hasRight(player, 'sees') && (
              <ButtonLink to={paths.family({ playerId: player.id })}>
                {t('family')} <span className="visually-hidden">{player.name}</span>
              </ButtonLink>
            )}
            {!(isOwn && hasRight(player, 'sees')) && <LeaveButton player={player} isOwn={isOwn ?? false} />}
          </Card>
        ))}
      </ul>
    </section>
  )
}

/**
 * Followers, and parents who may no longer see anything of their player, can leave here; other families do so on the family's
 * page.
 */
function LeaveButton({ player: { id: playerId, name }, isOwn }: { player: Player; isOwn: boolean }) {
  const t = useTexts('teams', texts)
  const { save, saving } = useSave('POST /rest-api/families/leave', {
    refreshes: ['GET /api/v1/playersAndTeams'],
    saved: t('leftPlayer', { name }),
    failed: problemText,
  })
  const leaveText = t(isOwn ? 'leavePlayer' : 'stopFollowing')
  async function confirmLeave() {
    const title = t(isOwn ? 'leavePlayerTitle' : 'stopFollowingTitle', { name })
    if (await confirm({ title, lost: t('leavePlayerLost', { name }), kept: t('leavePlayerKept'), yes: leaveText }))
      await save({ body: { playerId } })
  }
  return (
    <Button kind="quiet" busy={saving} onClick={() => void confirmLeave()}>
      {leaveText} <span className="visually-hidden">{name}</span>
    </Button>
  )
}
