import { useId } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useShortened } from '../kit/useShortened.ts'
import styles from './Registrations.module.css'
import english from './texts.en.json'

/** How many tags are shown at first, and the most that one registration can have. */
const maxShown = 20

type Props = {
  tags: readonly { id: string; name: string }[]
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}

/** The club's tags as toggles; as a filter, a registration must have all selected tags. */
export function TagChips({ tags, value, onChange }: Props) {
  const t = useTexts('registrations', english)
  const reasonId = useId()
  const { shown: shownTags, isAllShown: isExpanded, setAllShown: setExpanded } = useShortened(tags, value, maxShown)
  if (tags.length === 0) return null
  const isFull = value.length >= maxShown
  return (
    <div className={styles.chips} role="group" aria-label={t('tags')}>
      {shownTags.map(({ id, name }) => {
        const isOn = value.includes(id)
        return (
          <Button
            key={id}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? value.filter((each) => each !== id) : [...value, id])}
            {...(!isOn && isFull && { disabledBy: reasonId })}
          >
            {name}
          </Button>
        )
      })}
      {tags.length > maxShown && (
        <Button kind="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? t('fewerTags') : t('allTags', { count: tags.length })}
        </Button>
      )}
      {isFull && (
        <p id={reasonId} className={styles.muted}>
          {t('tagsFull', { limit: maxShown })}
        </p>
      )}
    </div>
  )
}
