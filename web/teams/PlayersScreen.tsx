import { useId } from 'react'
import { hasRight } from '#shared/permissions.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Screen } from '../shell/Screen.tsx'
import { Avatar } from '../kit/Avatar.tsx'
import { ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { PlayersIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import styles from './Players.module.css'
import texts from './texts.en.json'

type Player = AnswerOf<'GET /api/v1/playersAndTeams'>['players'][number]

/** A family's players and those it follows, with their teams. */
export default function PlayersScreen() {
  const t = useTexts('teams', texts)
  const sayProblem = useProblemText()
  const { data, error, isValidating, mutate } = useApi('GET /api/v1/playersAndTeams', {}, { handles: ['failures'] })
  return (
    <Screen title={t('playersTitle')} width="form">
      {error && (
        <ErrorState
          title={t('playersFailed')}
          hint={sayProblem(error)}
          retryLabel={t('retry')}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      )}
      {!data && !error && (
        <Skeletons label={t('playersLoading')}>
          <Skeleton width="120px" height="24px" />
          <Skeleton height="74px" />
          <Skeleton height="74px" />
        </Skeletons>
      )}
      {data && <Players title={t('myPlayers')} players={data.players} own />}
      {data && <Players title={t('following')} players={data.following} />}
      {data && data.players.length + data.following.length === 0 && (
        <EmptyState title={t('noPlayers')} hint={t('noPlayersHint')} icon={<PlayersIcon size={32} />} />
      )}
    </Screen>
  )
}

function Players({ title, players, own }: { title: string; players: Player[]; own?: boolean }) {
  const t = useTexts('teams', texts)
  const id = useId()
  if (players.length === 0) return null
  const teams = ({ orgUnits }: Player) =>
    orgUnits
      .filter(({ isOrganization }) => !isOrganization)
      .map(({ name, dateArchived }) => (dateArchived === null ? name : t('teamArchived', { team: name })))
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>
        {players.map((player) => (
          <Card as="li" key={player.id} className={styles.player}>
            <Avatar name={player.name} id={player.id} />
            <span className={styles.text}>
              <span className={styles.name}>{player.name}</span>
              <span className={styles.teams}>{teams(player).join(', ') || t('noTeam')}</span>
            </span>
            {own && hasRight(player, 'sees') && (
              <ButtonLink to={paths.player({ playerId: player.id })}>
                {t('openPlayer')} <span className="visually-hidden">{player.name}</span>
              </ButtonLink>
            )}
            {own && hasRight(player, 'sees') && (
              <ButtonLink to={paths.family({ playerId: player.id })}>
                {t('family')} <span className="visually-hidden">{player.name}</span>
              </ButtonLink>
            )}
          </Card>
        ))}
      </ul>
    </section>
  )
}
