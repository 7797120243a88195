import { useDeferredValue, useId, useState } from 'react'
import { fold, isTextFound, words } from '#shared/rules/folded.ts'
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
export const onTeams = (players: Player[]) => players.filter(({ teamIds }) => teamIds.length > 0)

/** Chooses the players to charge: all on a team by default, optionally those with a tag, then one by one. */
export function ChargedPlayers({ players, value, onChange, fault }: Props) {
  const t = useTexts('money', english)
  const id = useId()
  const chosen = new Set(value)
  const usual = onTeams(players)
  const others = players.filter(({ teamIds }) => teamIds.length === 0)
  const tags = [...new Set(usual.flatMap((player) => player.tags))].toSorted((a, b) => a.localeCompare(b))
  const [tag, setTag] = useState('')
  const [typed, setTyped] = useState('')
  const query = words(fold(useDeferredValue(typed)))
  const shown = [...usual, ...others].filter((player) => isTextFound(fullName(player), query))
  const onTeam = onTeams(shown)
  const all = onTeam.length > 0 && onTeam.every((player) => chosen.has(player.id))
  /** Applies to the players that match the search only. */
  function chooseShown() {
    const these = new Set((all ? shown : onTeam).map((player) => player.id))
    const rest = value.filter((each) => !these.has(each))
    onChange(all ? rest : [...rest, ...these])
  }
  /** Selects these players; chosen players without a team stay selected. */
  const choose = (those: Player[]) =>
    onChange([...those, ...others.filter((other) => chosen.has(other.id))].map((player) => player.id))
  const byTag = (wanted: string) => {
    setTag(wanted)
    if (wanted !== '') choose(usual.filter((player) => player.tags.includes(wanted)))
  }
  return (
    <fieldset className={styles.players} aria-describedby={id} data-field="playerIds">
      <legend>{t('whoIsCharged')}</legend>
      {tags.length > 0 && (
        <Select
          label={t('withTag')}
          placeholder={t('anyTag')}
          value={tag}
          onChange={byTag}
          options={tags.map((each) => ({ value: each, label: each }))}
        />
      )}
      {players.length > 8 && <SearchField inForm label={t('findPlayer')} value={typed} onChange={setTyped} />}
      <Button kind="quiet" flush onClick={chooseShown}>
        {all ? t('chooseNone') : t('chooseAll')}
      </Button>
      {shown.length === 0 && <p role="status">{t('nobodyFound')}</p>}
      <div className={styles.choices}>
        <ExpandableList items={shown}>
          {(some) =>
            some.map((player) => (
              <Checkbox
                key={player.id}
                label={player.teamIds.length > 0 ? fullName(player) : t('onNoTeam', { player: fullName(player) })}
                value={chosen.has(player.id)}
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
