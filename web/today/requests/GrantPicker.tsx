import { useEffect, useId, useRef, useState } from 'react'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Avatar } from '../../kit/Avatar.tsx'
import { Button } from '../../kit/Button.tsx'
import { Field } from '../../kit/Field.tsx'
import { Skeleton, Skeletons } from '../../kit/Skeleton.tsx'
import { ErrorState } from '../../kit/States.tsx'
import texts from '../texts.en.json'
import styles from './Requests.module.css'
import type { RequestAction } from './useRequestActions.ts'
import { useEditableTeams } from './useEditableTeams.ts'

type Grant = Extract<RequestAction, { does: 'grant' }>
type Props = {
  /** The name of the person asking. */
  name: string
  /** The initial search: the player they asked for. */
  searchedName: string
  /** The team they named. */
  teamName: string | null
  onGrant: (grant: Grant, player: string) => void
  onClose: () => void
}

/** The most players listed; typing narrows them. */
const maxShown = 6

/** Grants access to a player as family or follower, saying what each can see, in one tap. */
export function GrantPicker({ name, searchedName, teamName, onGrant, onClose }: Props) {
  const t = useTexts('today', texts)
  const teams = useEditableTeams()
  const [chosenTeamId, setChosenTeamId] = useState<string>()
  const namedTeam = teams.find((team) => teamName !== null && fold(team.name) === fold(teamName))
  const teamId = chosenTeamId ?? namedTeam?.id ?? teams[0]?.id
  const selectId = useId()
  if (teamId === undefined) return <p className={styles.hint}>{t('noTeamToGrant')}</p>
  return (
    <div className={styles.picker}>
      {teams.length > 1 && (
        <p className={styles.team}>
          <label htmlFor={selectId}>{t('team')}</label>
          <select id={selectId} value={teamId} onChange={({ target }) => setChosenTeamId(target.value)}>
            {teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </p>
      )}
      <GrantablePlayers key={teamId} teamId={teamId} searchedName={searchedName} onGrant={onGrant} />
      <p className={styles.hint}>{t('asParentMeans', { name })}</p>
      <p className={styles.hint}>{t('asFollowerMeans', { name })}</p>
      <div>
        <Button kind="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  )
}

function GrantablePlayers({
  teamId,
  searchedName,
  onGrant,
}: Pick<Props, 'searchedName' | 'onGrant'> & { teamId: string }) {
  const t = useTexts('today', texts)
  const { data, error, isValidating, mutate } = useApi(
    'GET /api/v1/team/{teamId}',
    { teamId },
    { handles: ['failures'] },
  )
  const [searchText, setSearchText] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const players = data?.players ?? []
  const matches = filterByName(players, searchText ?? searchedName)
  // If nobody matches the request, list all players.
  const shownPlayers = searchText === undefined && matches.length === 0 ? players : matches
  if (error && !data)
    return (
      <ErrorState title={t('rosterFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
    )
  return (
    <>
      <Field ref={field} label={t('findPlayer')} value={searchText ?? ''} autoComplete="off" onChange={setSearchText} />
      {!data && (
        <Skeletons label={t('rosterLoading')}>
          <Skeleton height="44px" />
        </Skeletons>
      )}
      {data && shownPlayers.length === 0 && <p role="status">{t('nobodyFound')}</p>}
      <ul className={styles.found} aria-label={t('players')}>
        {shownPlayers.slice(0, maxShown).map((player) => (
          <li key={player.id}>
            <span className={styles.player}>
              <Avatar name={fullName(player)} id={player.id} size="small" />
              {fullName(player)}
            </span>
            <span className={styles.relations} role="group" aria-label={fullName(player)}>
              {(['own', 'following'] as const).map((relation) => (
                <Button
                  key={relation}
                  onClick={() => onGrant({ does: 'grant', playerId: player.id, teamId, relation }, fullName(player))}
                >
                  {t(relation === 'own' ? 'asParent' : 'asFollower')}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {shownPlayers.length > maxShown && (
        <p className={styles.hint}>{t('morePlayers', { count: shownPlayers.length - maxShown })}</p>
      )}
    </>
  )
}

/** The players whose names have a word starting with each word of the query. */
function filterByName<Player extends { firstName: string; lastName: string }>(
  players: readonly Player[],
  text: string,
) {
  const queryWords = words(fold(text))
  return players.filter((player) => matchesText(fullName(player), queryWords))
}
