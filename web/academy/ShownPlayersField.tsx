import { useDeferredValue, useState } from 'react'
import { maxShown } from '#shared/rules/library.ts'
import { listChange, applyListChange } from '#shared/rules/listChange.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import styles from './Academy.module.css'
import type { Detail } from './place.ts'
import { SearchFailure } from './SearchFailure.tsx'
import english from './texts.en.json'
import { useShareCandidates } from './useShareCandidates.ts'

type ShownPlayer = Pick<Detail['shown'][number], 'playerId' | 'name'>
/** Who was added and removed here. All others stay as they are, even if somebody else changes them meanwhile. */
export type ShownPlayersEdit = { added: readonly ShownPlayer[]; removed: readonly string[] }
const idOf = ({ playerId }: ShownPlayer) => playerId

/** The players shown once the edit is applied. */
export const applyShownEdit = ({ shown }: Detail, { added, removed }: ShownPlayersEdit): ShownPlayer[] => {
  const ids = applyListChange(shown.map(idOf), { added: added.map(idOf), removed })
  return ids.flatMap((id) => [...shown, ...added].find((player) => idOf(player) === id) ?? [])
}
const toShownEdit = ({ shown }: Detail, players: readonly ShownPlayer[]): ShownPlayersEdit => {
  const { added, removed } = listChange(shown.map(idOf), players.map(idOf))
  return { added: players.filter((player) => added.includes(idOf(player))), removed }
}

type Props = { item: Detail; value: ShownPlayersEdit; onChange: (edit: ShownPlayersEdit) => void }

/** Chooses which players a picture or film shows. */
export function ShownPlayersField({ item, value: edit, onChange: changeEdit }: Props) {
  const value = applyShownEdit(item, edit)
  const onChange = (players: readonly ShownPlayer[]) => changeEdit(toShownEdit(item, players))
  const t = useTexts('academy', english)
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed).trim()
  const read = useShareCandidates(item.organizationId, filter ? { storageItemId: item.id, filter } : undefined)
  const shownIds = new Set(value.map(({ playerId }) => playerId))
  const matches = filter ? (read.data?.players ?? []).filter(({ playerId }) => !shownIds.has(playerId)) : []
  const isFull = value.length >= maxShown
  return (
    <fieldset className={styles.tagChoice}>
      <legend>{t('whoIsInIt')}</legend>
      <p className={styles.muted}>{t('whoIsInItHint')}</p>
      {value.map((player) => (
        <Button
          key={player.playerId}
          kind="quiet"
          aria-label={t('notInIt', { name: player.name })}
          onClick={() => onChange(value.filter(({ playerId }) => playerId !== player.playerId))}
        >
          {player.name} ×
        </Button>
      ))}
      <SearchField label={t('findPlayer')} value={typed} onChange={setTyped} />
      <SearchFailure read={read} />
      {matches.slice(0, 8).map(({ playerId, name, teams }) => (
        <Button
          key={playerId}
          kind="quiet"
          aria-label={t('isInIt', { name })}
          {...(isFull && { disabledReason: t('shownFull', { count: maxShown }) })}
          onClick={() => {
            onChange([...value, { playerId, name }])
            setTyped('')
          }}
        >
          + {[name, teams.join(', ')].filter(Boolean).join(' · ')}
        </Button>
      ))}
    </fieldset>
  )
}
