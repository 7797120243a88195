import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useShortened } from '../kit/useShortened.ts'
import styles from './Registrations.module.css'
import english from './texts.en.json'

/** So many are shown at first; and so many are given to one registration at most. */
const mostShown = 20

type Props = {
  tags: readonly { id: string; name: string }[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

/** The tags of a club, of which any number can be chosen: only what has all of them is shown. */
export function TagChips({ tags, value, onChange }: Props) {
  const t = useTexts('registrations', english)
  const { shown, showAll } = useShortened(tags, value, mostShown)
  if (tags.length === 0) return null
  const full = value.length >= mostShown ? { disabledReason: t('tagsFull', { limit: mostShown }) } : {}
  return (
    <div className={styles.chips} role="group" aria-label={t('tags')}>
      {shown.map(({ id, name }) => {
        const isOn = value.includes(id)
        return (
          <Button
            key={id}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? value.filter((each) => each !== id) : [...value, id])}
            {...(!isOn && full)}
          >
            {name}
          </Button>
        )
      })}
      {shown.length < tags.length && (
        <Button kind="quiet" onClick={() => showAll(true)}>
          {t('allTags', { count: tags.length })}
        </Button>
      )}
    </div>
  )
}
