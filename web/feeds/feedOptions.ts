import { isId } from '#shared/ids.ts'
import type { AnswerOf } from '../api.ts'
import type { Option } from '../kit/Select.tsx'

type PlayersAndTeams = AnswerOf<'GET /api/v1/playersAndTeams'>
type Groups = { family: string; players: string; teams: string; clubs: string }

/** What a calendar link can show: the family, one's players, the teams one coaches, and the clubs whose events one plans. */
export function feedOptions({ players, following, organizations }: PlayersAndTeams, groups: Groups): Option[] {
  const toOptions = (group: string, list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name, group }))
  return [
    ...(players.length + following.length > 0 ? [{ value: 'family', label: groups.family }] : []),
    ...toOptions(groups.players, players),
    ...toOptions(
      groups.teams,
      organizations.flatMap(({ teams }) => teams),
    ),
    ...toOptions(
      groups.clubs,
      organizations.filter(({ permissions }) => permissions.includes('canEditEvents')),
    ),
  ]
}

export const kindOf = (shown: string) =>
  isId('player', shown)
    ? 'player'
    : isId('team', shown)
      ? 'team'
      : isId('organization', shown)
        ? 'organization'
        : 'family'
