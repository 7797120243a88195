import { Avatar } from '../kit/Avatar.tsx'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Month.module.css'
import texts from './texts.en.json'

type Props = {
  players: readonly { id: string; name: string; label: string }[]
  /** Whose events are shown; undefined shows everybody's. */
  chosen: string | undefined
  /** How many invites of the others wait for an answer. */
  hidden: number
  onChoose: (playerId: string | undefined) => void
}

/** Whose events are shown: everybody's, or those of one of the reader's players. */
export function PlayerFilter({ players, chosen, hidden, onChoose }: Props) {
  const t = useTexts('calendar', texts)
  if (players.length < 2) return null
  return (
    <>
      <div className={styles.chips} role="group" aria-label={t('showEventsOf')}>
        <Button aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          {t('everybody')}
        </Button>
        {players.map(({ id, name, label }) => (
          <Button
            key={id}
            icon={<Avatar name={name} id={id} size="small" />}
            aria-pressed={chosen === id}
            onClick={() => onChoose(chosen === id ? undefined : id)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p role="status">{hidden > 0 && t('othersWait', { count: hidden })}</p>
    </>
  )
}
