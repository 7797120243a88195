import { useDeferredValue, useState } from 'react'
import { mostShown } from '#shared/rules/library.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import styles from './Academy.module.css'
import { type Detail, FIND } from './place.ts'
import english from './texts.en.json'

export type ShownPlayer = Pick<Detail['shown'][number], 'playerId' | 'name'>
type Props = { item: Detail; value: readonly ShownPlayer[]; onChange: (shown: ShownPlayer[]) => void }

/** Which players a picture or film shows. */
export function ShownField({ item, value, onChange }: Props) {
  const t = useTexts('academy', english)
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed).trim()
  const query = { storageItemId: item.id, filter }
  const { data } = useApi(FIND, filter ? { orgId: item.organizationId, query } : undefined, {
    handles: ['failures', 'not_allowed'],
    keepPreviousData: true,
  })
  const taken = new Set(value.map(({ playerId }) => playerId))
  const found = filter ? (data?.players ?? []).filter(({ playerId }) => !taken.has(playerId)) : []
  const isFull = value.length >= mostShown
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
      {found.slice(0, 8).map(({ playerId, name, teams }) => (
        <Button
          key={playerId}
          kind="quiet"
          aria-label={t('isInIt', { name })}
          {...(isFull && { disabledReason: t('shownFull', { count: mostShown }) })}
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
