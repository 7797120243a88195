import { useDeferredValue, useId, useState } from 'react'
import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'

export type Player = AnswerOf<'GET /rest-api/fee/players/{orgUnitId}'>['players'][number]
type Props = {
  players: Player[]
  value: string[]
  onChange: (value: string[]) => void
  fault: string | undefined
}

/** Players currently on a team: former players and camp guests are charged individually. */
export const filterTeamPlayers = (players: Player[]) => players.filter(({ teamIds }) => teamIds.length > 0)

/** Chooses the players to charge: all on a team by default, optionally those with a tag, then one by one. */
export function ChargedPlayers({ players, value, onChange, fault }: Props) {
  const t = useTexts('money', english)
  const id = useId()
  const chosenIds = new Set(value)
  const teamPlayers = filterTeamPlayers(players)
  const teamlessPlayers = players.filter(({ teamIds }) => teamIds.length === 0)
  const tags = [...new Set(teamPlayers.flatMap((player) => player.tags))].toSorted((a, b) => a.localeCompare(b))
  const [tag, setTag] = useState('')
  const [searchText, setSearchText] = useState('')
  const query = words(fold(useDeferredValue(searchText)))
  const shown = [...teamPlayers, ...teamlessPlayers].filter((player) => matchesText(fullName(player), query))
  const shownTeamPlayers = filterTeamPlayers(shown)
  const areAllChosen = shownTeamPlayers.length > 0 && shownTeamPlayers.every((player) => chosenIds.has(player.id))
  /** Applies to the players that match the search only. */
  function toggleShown() {
    const shownIds = new Set((areAllChosen ? shown : shownTeamPlayers).map((player) => player.id))
    const otherIds = value.filter((each) => !shownIds.has(each))
    onChange(areAllChosen ? otherIds : [...otherIds, ...shownIds])
  }
  /** Selects these players; chosen players without a team stay selected. */
  const choosePlayers = (chosenPlayers: Player[]) =>
    onChange(
      [...chosenPlayers, ...teamlessPlayers.filter((other) => chosenIds.has(other.id))].map((player) => player.id),
    )
  const chooseByTag = (nextTag: string) => {
    setTag(nextTag)
    if (nextTag !== '') choosePlayers(teamPlayers.filter((player) => player.tags.includes(nextTag)))
  }
  return (
    <fieldset className={styles.players} aria-describedby={id} data-field="playerIds">
      <legend>{t('whoIsCharged')}</legend>
      {tags.length > 0 && (
        <Select
          label={t('withTag')}
          placeholder={t('anyTag')}
          value={tag}
          onChange={chooseByTag}
          options={tags.map((each) => ({ value: each, label: each }))}
        />
      )}
      {players.length > 8 && <SearchField inForm label={t('findPlayer')} value={searchText} onChange={setSearchText} />}
      <Button kind="quiet" flush onClick={toggleShown}>
        {areAllChosen ? t('chooseNone') : t('chooseAll')}
      </Button>
      {shown.length === 0 && <p role="status">{t('nobodyFound')}</p>}
      <div className={styles.choices}>
        <ExpandableList items={shown}>
          {(some) =>
            some.map((player) => (
              <Checkbox
                key={player.id}
                label={player.teamIds.length > 0 ? fullName(player) : t('onNoTeam', { player: fullName(player) })}
                value={chosenIds.has(player.id)}
                onChange={(on) => onChange(on ? [...value, player.id] : value.filter((each) => each !== player.id))}
              />
            ))
          }
        </ExpandableList>
      </div>
      <p id={id} role="status" className={styles.fault}>
        {fault}
      </p>
    </fieldset>
  )
}
