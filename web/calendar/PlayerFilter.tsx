import { Avatar } from '../kit/Avatar.tsx'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Month.module.css'
import texts from './texts.en.json'

type Props = {
  players: readonly { id: string; name: string; label: string }[]
  /** The player whose events are shown; undefined shows all. */
  chosenId: string | undefined
  /** The number of hidden invites that await an answer. */
  hidden: number
  onChoose: (playerId: string | undefined) => void
}

/** A filter for the events of all of the reader's players, or one of them. */
export function PlayerFilter({ players, chosenId, hidden, onChoose }: Props) {
  const t = useTexts('calendar', texts)
  if (players.length < 2) return null
  return (
    <>
      <div className={styles.chips} role="group" aria-label={t('showEventsOf')}>
        <Button aria-pressed={chosenId === undefined} onClick={() => onChoose(undefined)}>
          {t('everybody')}
        </Button>
        {players.map(({ id, name, label }) => (
          <Button
            key={id}
            icon={<Avatar name={name} id={id} size="small" />}
            aria-pressed={chosenId === id}
            onClick={() => onChoose(chosenId === id ? undefined : id)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p role="status">{hidden > 0 && t('othersWait', { count: hidden })}</p>
    </>
  )
}
