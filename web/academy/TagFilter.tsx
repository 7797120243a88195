import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { useShortened } from '../kit/useShortened.ts'
import styles from './Academy.module.css'
import type { Tag } from './place.ts'
import english from './texts.en.json'

type Props = {
  tags: readonly Tag[]
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
  /** Opens the tag editor; undefined if the reader may not edit tags. */
  edit: (() => void) | undefined
}

/** How many tags are shown at first, besides the selected ones. */
const initialCount = 20

/** Filters by the club's tags: items must have all selected tags. */
export function TagFilter({ tags, value, onChange, edit }: Props) {
  const t = useTexts('academy', english)
  const { shown, isAllShown, setAllShown } = useShortened(tags, value, initialCount)
  if (tags.length === 0) return null
  return (
    <div className={styles.tags} role="group" aria-label={t('tags')}>
      {shown.map(({ id, tag }) => {
        const isOn = value.includes(id)
        return (
          <button
            key={id}
            type="button"
            className={styles.tag}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? value.filter((each) => each !== id) : [...value, id])}
          >
            {tag}
          </button>
        )
      })}
      {tags.length > initialCount && (
        <Button kind="quiet" aria-expanded={isAllShown} onClick={() => setAllShown(!isAllShown)}>
          {isAllShown ? t('fewerTags') : t('allTags', { count: tags.length })}
        </Button>
      )}
      {edit && (
        <Button kind="quiet" onClick={edit}>
          {t('editTags')}
        </Button>
      )}
    </div>
  )
}
